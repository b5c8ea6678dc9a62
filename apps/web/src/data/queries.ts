import type { Endpoint } from "@swath/contract/endpoint";
import { keepPreviousData, type QueryKey } from "@tanstack/react-query";
import type { Api, ApiRequest } from "../platform/api/api.ts";
import { polling } from "../platform/query/polling.ts";

/** A query of one call; what ends the query ends the call. */
export const callQuery = <E extends Endpoint, K extends QueryKey>(
  api: Api,
  queryKey: K,
  endpoint: E,
  request: ApiRequest<E> = {},
) => ({
  queryKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.call(endpoint, { ...request, signal }),
});

/**
 * A page of a list, polled. The rows of the page before stay until these are there, so that each
 * answer carries the number of its page.
 */
export const pageQuery = <T extends object, K extends QueryKey>(
  queryKey: K,
  everyMs: number,
  page: number,
  read: (signal: AbortSignal) => Promise<T>,
) => ({
  queryKey,
  queryFn: async ({ signal }: { signal: AbortSignal }) => ({ ...(await read(signal)), page }),
  placeholderData: keepPreviousData,
  ...polling(everyMs),
});
