import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { explorerRoutes } from "@swath/contract/explorer";
import type { Api } from "../../platform/api/api.ts";
import { ApiError } from "../../platform/api/api-error.ts";
import type { Place } from "./place.ts";

/** All that the explorer holds, and clears when it is left. */
export const EXPLORER_KEY = ["explorer"] as const;

/** Whether asking again may help; what the server refuses it will refuse again. */
function mayPass(failures: number, error: Error): boolean {
  if (failures >= 2 || !(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

const patience = {
  retry: mayPass,
  retryDelay: 1_000,
  staleTime: 60_000,
  refetchOnWindowFocus: false,
} as const;

export function bucketsQuery(api: Api) {
  return queryOptions({
    queryKey: [...EXPLORER_KEY, "buckets"],
    queryFn: ({ signal }) => api.call(explorerRoutes.listBuckets, { signal }),
    ...patience,
  });
}

/** The pages of a folder that were fetched so far; the next one by the token of the last. */
export function folderQuery(api: Api, { bucket, prefix }: Place) {
  return infiniteQueryOptions({
    queryKey: [...EXPLORER_KEY, "folder", bucket, prefix],
    queryFn: ({ pageParam, signal }) =>
      api.call(explorerRoutes.listObjects, {
        query: { bucket, prefix, nextContinuationToken: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextContinuationToken ?? undefined,
    ...patience,
  });
}

export function searchQuery(api: Api, { bucket, prefix }: Place, text: string) {
  return queryOptions({
    queryKey: [...EXPLORER_KEY, "search", bucket, prefix, text],
    queryFn: ({ signal }) =>
      api.call(explorerRoutes.searchObjects, { query: { bucket, prefix, text }, signal }),
    ...patience,
  });
}
