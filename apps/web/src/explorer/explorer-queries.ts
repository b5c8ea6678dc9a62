import { endpoints } from "@swath/contract/endpoints";
import type { EntrySort, ExplorerEntry } from "@swath/contract/explorer";
import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { callQuery } from "../data/queries.ts";
import { fetchStored, readFirst } from "../platform/api/api-error.ts";
import type { Api } from "../platform/api/api.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import type { Place } from "./place.ts";
import type { Preview } from "./preview/preview-content.ts";

const FRESH = { staleTime: 60_000, refetchOnWindowFocus: false } as const;

export const bucketsQuery = (api: Api) => ({
  ...callQuery(api, [...queryKeys.explorer, "buckets"], endpoints.listBuckets),
  ...FRESH,
});

/** The pages of a folder that were fetched so far; the next one by the token of the last. */
export const folderQuery = (api: Api, { bucket, prefix }: Place, sort: EntrySort) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.explorer, "folder", bucket, prefix, sort],
    queryFn: ({ pageParam, signal }) =>
      api.call(endpoints.listObjects, {
        query: { bucket, prefix, sort, nextContinuationToken: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextContinuationToken ?? undefined,
    // In another order the same folder stays in sight until the new one has come.
    placeholderData: keepPreviousData,
    ...FRESH,
  });

/** What the preview of a file shows; its reading is recorded as a download is. */
export const previewQuery = (api: Api, bucket: string, entry: ExplorerEntry) => ({
  queryKey: [...queryKeys.explorer, "preview", bucket, entry.key, entry.lastModified, entry.size],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Preview> => {
    const { key, size } = entry;
    const { bytesOfPreview, previewOf } = await import("./preview/preview-content.ts");
    const wanted = bytesOfPreview(key, size ?? 0);
    if (typeof wanted !== "number") return wanted;
    const body = { bucket, key };
    const { url } = await api.call(endpoints.downloadObject, { body, signal });
    const bytes = await readFirst(await fetchStored(url, signal, wanted), wanted);
    return previewOf(key, bytes, size ?? 0);
  },
  staleTime: Infinity,
});

export const searchQuery = (api: Api, place: Place, text: string) => ({
  ...callQuery(
    api,
    [...queryKeys.explorer, "search", place.bucket, place.prefix, text],
    endpoints.searchObjects,
    { query: { ...place, text } },
  ),
  ...FRESH,
});
