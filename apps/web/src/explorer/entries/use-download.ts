import { explorerEndpoints } from "@swath/contract/explorer";
import { may } from "@swath/contract/identity";
import { useCallback } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { saveFile } from "../../platform/save-file.ts";
import { useSnackbar } from "../../ui/snackbar/snackbar-context.ts";
import { useIdentity } from "../../platform/session/session-context.tsx";

/** Begins to save an object of a bucket; undefined for those who may not. */
export function useDownload(bucket: string): ((key: string) => void) | undefined {
  const api = useApi();
  const { roles } = useIdentity();
  const show = useSnackbar();
  const start = useCallback(
    (key: string): void => {
      api.call(explorerEndpoints.downloadObject, { body: { bucket, key } }).then(
        ({ url }) => saveFile(url),
        (error: unknown) =>
          show({
            severity: "error",
            text: `The download could not begin: ${(error as Error).message}`,
          }),
      );
    },
    [api, bucket, show],
  );
  return may(roles, "downloadObject") ? start : undefined;
}
