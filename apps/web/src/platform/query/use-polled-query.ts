import {
  hashKey,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
} from "@tanstack/react-query";
import { useState } from "react";
import { nextPollMs } from "./polling.ts";

type PolledOptions<T, K extends QueryKey> = UseQueryOptions<T, Error, T, K> & {
  readonly pollMs: number;
};

/**
 * A query under the polling policy, with the failure that is known of it: until an answer comes, the
 * next attempt does not make the last failure forgotten.
 */
export function usePolledQuery<T, K extends QueryKey>(options: PolledOptions<T, K>) {
  const queries = useQueryClient();
  const { data, error, isPending, isPlaceholderData, dataUpdatedAt, refetch } = useQuery(options);
  const [last, setLast] = useState<Error | null>(null);
  const failure = isPending ? (error ?? last) : error;
  if (failure !== last) setLast(failure);
  const query = queries.getQueryCache().get(hashKey(options.queryKey));
  return {
    data,
    isPending,
    /** Whether `data` is still that of the key before. */
    isPlaceholderData,
    dataUpdatedAt,
    failure,
    /** How long after the failure the next attempt follows. */
    retryInMs:
      failure === null || query === undefined ? undefined : nextPollMs(options.pollMs, query),
    refetch: () => void refetch(),
  };
}
