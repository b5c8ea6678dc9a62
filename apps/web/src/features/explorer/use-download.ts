import { explorerRoutes } from "@swath/contract/explorer";
import { may } from "@swath/contract/identity";
import { useCallback, useState } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { useIdentity } from "../../platform/session/session-context.tsx";

export interface Download {
  /** Begins to save an object; undefined for those who may not. */
  readonly start: ((key: string) => void) | undefined;
  /** Why the last one could not begin. */
  readonly failure: Error | undefined;
  readonly forget: () => void;
}

/** The reply is an attachment: the page stays where it is while the browser saves it. */
function save(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.rel = "noopener noreferrer";
  link.download = "";
  document.body.append(link);
  link.click();
  link.remove();
}

/** Downloads of objects of a bucket. */
export function useDownload(bucket: string): Download {
  const api = useApi();
  const { roles } = useIdentity();
  const [failure, setFailure] = useState<Error>();
  const start = useCallback(
    (key: string): void => {
      api.call(explorerRoutes.downloadObject, { body: { bucket, key } }).then(
        ({ url }) => save(url),
        (error: unknown) => setFailure(error as Error),
      );
    },
    [api, bucket],
  );
  return {
    start: may(roles, "downloadObject") ? start : undefined,
    failure,
    forget: () => setFailure(undefined),
  };
}
