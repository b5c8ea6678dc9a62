import { queryOptions } from "@tanstack/react-query";
import { endpoints } from "@swath/contract/endpoints";
import type { Api } from "../platform/api/api.ts";
import { POLL_FAST_MS, polling } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";

/** The application's settings, polled: an administrator may change the LMS version at any time. */
export function settingsQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.settings,
    queryFn: ({ signal }) => api.call(endpoints.readSettings, { signal }),
    ...polling(POLL_FAST_MS),
    staleTime: POLL_FAST_MS,
  });
}
