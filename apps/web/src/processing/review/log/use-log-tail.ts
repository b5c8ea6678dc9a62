import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../../platform/api/api-context.tsx";
import { POLL_FAST_MS, polling } from "../../../platform/query/polling.ts";
import { queryKeys } from "../../../platform/query/query-keys.ts";
import { usePolledQuery } from "../../../platform/query/use-polled-query.ts";
import { type AttemptPlace, readLogPiece } from "../review-queries.ts";
import { EMPTY_TAIL, type LogTail, readBefore, readOn } from "./log-tail.ts";

/** The end of a task's log, read on while the page is seen; `isLive`: it is still written. */
export function useLogTail(place: AttemptPlace & { readonly task: string }, isLive: boolean) {
  const api = useApi();
  const queries = useQueryClient();
  const { processingId, job, attempt, task } = place;
  const queryKey = queryKeys.attempt(processingId, job, attempt, { of: "log", task });
  const read = (signal: AbortSignal) => (range: { start: number; length: number }) =>
    readLogPiece(api, place, range, signal);
  const [isLoading, setLoading] = useState(false);
  const [earlierFailed, setEarlierFailed] = useState<string>();
  const policy = polling(POLL_FAST_MS);
  const query = usePolledQuery({
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      readOn(queries.getQueryData<LogTail>(queryKey) ?? EMPTY_TAIL, read(signal)),
    ...policy,
    // Of an ended task one more read brings what it wrote last.
    refetchInterval: isLive ? policy.refetchInterval : false,
    gcTime: 0,
  });
  const loadEarlier = async (): Promise<void> => {
    const { data } = query;
    if (data === undefined) return;
    setLoading(true);
    setEarlierFailed(undefined);
    await queries.cancelQueries({ queryKey });
    await readBefore(data, read(new AbortController().signal)).then(
      (tail) => void queries.setQueryData(queryKey, tail),
      (error: Error) => setEarlierFailed(error.message),
    );
    setLoading(false);
  };
  return { ...query, loadEarlier, isLoading, earlierFailed };
}
