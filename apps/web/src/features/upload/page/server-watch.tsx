import { useQuery } from "@tanstack/react-query";
import { routes } from "@swath/contract/routes";
import type { UploadState } from "@swath/contract/uploads";
import { useEffect, useEffectEvent } from "react";
import { useApi } from "../../../platform/api/api-context.tsx";
import { POLL_FAST_MS } from "../../../platform/query/polling.ts";

interface Props {
  readonly flightId: string;
  readonly uploadId: string;
  readonly onState: (state: UploadState) => void;
}

/**
 * Asks the server for the upload's status every 5 s. It stands on the page only while the page
 * itself is not sending, and keeps nothing, so that no answer from before is ever taken for news.
 */
export function ServerWatch({ flightId, uploadId, onState }: Props) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ["upload-state", flightId, uploadId],
    queryFn: ({ signal }) =>
      api.call(routes.readUpload, { params: { flightId, uploadId }, signal }),
    refetchInterval: POLL_FAST_MS,
    gcTime: 0,
  });
  const tell = useEffectEvent(onState);
  useEffect(() => {
    if (data !== undefined) tell(data);
  }, [data]);
  return null;
}
