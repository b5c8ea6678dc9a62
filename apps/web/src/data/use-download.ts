import { may } from "@swath/contract/identity";
import { useCallback } from "react";
import { type Api, useApi } from "../platform/api/api.ts";
import { saveFile } from "../platform/save-file.ts";
import { useIdentity } from "../platform/session/session.ts";
import { useSnackbar } from "../ui/feedback/snackbar.tsx";

/**
 * Has the browser save an object of a store; undefined for people who may not. `call` records the
 * download and answers the address.
 */
export function useDownload(
  call: (api: Api, name: string) => Promise<{ readonly url: string }>,
): ((name: string) => void) | undefined {
  const api = useApi();
  const { roles } = useIdentity();
  const show = useSnackbar();
  const start = useCallback(
    (name: string): void =>
      void call(api, name).then(
        ({ url }) => saveFile(url),
        ({ message }: Error) =>
          show({ severity: "error", text: `The download could not begin: ${message}` }),
      ),
    [api, call, show],
  );
  return may(roles, "downloadObject") ? start : undefined;
}
