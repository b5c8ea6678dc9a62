import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type EntrySort, explorerEndpoints } from "@swath/contract/explorer";
import type { Api } from "../platform/api/api.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import type { Place } from "./place/place.ts";

const FRESH_MS = 60_000;

const caching = { staleTime: FRESH_MS, refetchOnWindowFocus: false } as const;

export function bucketsQuery(api: Api) {
  return queryOptions({
    queryKey: [...queryKeys.explorer, "buckets"],
    queryFn: ({ signal }) => api.call(explorerEndpoints.listBuckets, { signal }),
    ...caching,
  });
}

/** The pages of a folder that were fetched so far; the next one by the token of the last. */
export function folderQuery(api: Api, { bucket, prefix }: Place, sort: EntrySort) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.explorer, "folder", bucket, prefix, sort],
    queryFn: ({ pageParam, signal }) =>
      api.call(explorerEndpoints.listObjects, {
        query: { bucket, prefix, sort, nextContinuationToken: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextContinuationToken ?? undefined,
    // In another order the same folder stays in sight until it is there.
    placeholderData: keepPreviousData,
    ...caching,
  });
}

export function searchQuery(api: Api, { bucket, prefix }: Place, text: string) {
  return queryOptions({
    queryKey: [...queryKeys.explorer, "search", bucket, prefix, text],
    queryFn: ({ signal }) =>
      api.call(explorerEndpoints.searchObjects, { query: { bucket, prefix, text }, signal }),
    ...caching,
  });
}
