import { may } from "@swath/contract/identity";
import { useCallback } from "react";
import type { Api } from "../platform/api/api.ts";
import { useApi } from "../platform/api/api-context.tsx";
import { saveFile } from "../platform/save-file.ts";
import { useIdentity } from "../platform/session/session-context.tsx";
import { useSnackbar } from "../ui/snackbar/snackbar-context.ts";

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
