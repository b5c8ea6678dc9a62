import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { UploadState } from "@swath/contract/uploads";
import { useEffect, useEffectEvent } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { POLL_FAST_MS, polling } from "../../platform/query/polling.ts";
import { uploadStateQuery } from "../upload-queries.ts";

interface Watched {
  readonly flightId: string;
  readonly uploadId: string;
  /** Answers to requests made before or during a pause are dropped. */
  readonly paused: boolean;
}

/** Polls the server's state of an upload; returns how to read it now. */
export function useServerState(
  { flightId, uploadId, paused }: Watched,
  onState: (state: UploadState) => void,
): () => void {
  const queries = useQueryClient();
  const query = uploadStateQuery(useApi(), flightId, uploadId);
  const { data } = useQuery({ ...query, ...polling(POLL_FAST_MS), enabled: !paused });
  const receive = useEffectEvent((state: UploadState) => {
    if (!paused) onState(state);
  });
  const cancel = useEffectEvent(() => void queries.cancelQueries({ queryKey: query.queryKey }));
  useEffect(() => {
    if (data !== undefined) receive(data);
  }, [data]);
  useEffect(() => {
    if (paused) cancel();
  }, [paused]);
  return () => void queries.invalidateQueries({ queryKey: query.queryKey });
}
