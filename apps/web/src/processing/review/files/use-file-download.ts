import { may } from "@swath/contract/identity";
import { useCallback } from "react";
import { useApi } from "../../../platform/api/api-context.tsx";
import { saveFile } from "../../../platform/save-file.ts";
import { useIdentity } from "../../../platform/session/session-context.tsx";
import { useSnackbar } from "../../../ui/snackbar/snackbar-context.ts";
import { type AttemptPlace, downloadFile } from "../review-queries.ts";

/** Begins to save a file of an attempt; undefined for those who may not. */
export function useFileDownload(place: AttemptPlace): ((path: string) => void) | undefined {
  const api = useApi();
  const { roles } = useIdentity();
  const show = useSnackbar();
  const start = useCallback(
    (path: string): void => {
      downloadFile(api, place, path).then(
        ({ url }) => saveFile(url),
        (error: unknown) =>
          show({
            severity: "error",
            text: `The download could not begin: ${(error as Error).message}`,
          }),
      );
    },
    [api, place, show],
  );
  return may(roles, "downloadObject") ? start : undefined;
}
