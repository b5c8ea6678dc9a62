import { may } from "@swath/contract/identity";
import { useCallback } from "react";
import { type Api, useApi } from "../platform/api/api.ts";
import { saveFile } from "../platform/save-file.ts";
import { useIdentity } from "../platform/session/session.ts";
import { useSnackbar } from "../ui/feedback/snackbar.tsx";
import { coldRefusal } from "./cold/cold-refusal.ts";

/**
 * Has the browser save what a store holds; undefined for people who may not. `call` records the
 * download and answers the address.
 */
export function useDownload<Of = string>(
  call: (api: Api, of: Of) => Promise<{ readonly url: string }>,
): ((of: Of) => void) | undefined {
  const api = useApi();
  const { roles } = useIdentity();
  const show = useSnackbar();
  const start = useCallback(
    (of: Of): void =>
      void call(api, of).then(
        ({ url }) => saveFile(url),
        (error: Error) =>
          show({
            severity: "error",
            text:
              coldRefusal(error, Date.now()) ?? `The download could not begin: ${error.message}`,
          }),
      ),
    [api, call, show],
  );
  return may(roles, "downloadObject") ? start : undefined;
}
