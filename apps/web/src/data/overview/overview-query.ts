import { endpoints } from "@swath/contract/endpoints";
import { may, type Role } from "@swath/contract/identity";
import type { Overview } from "@swath/contract/overview";
import { useApi, type Api } from "../../platform/api/api.ts";
import { POLL_SLOW_MS, polling, usePolledQuery } from "../../platform/query/polling.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { useIdentity } from "../../platform/session/session.ts";

/** What needs the person, polled: one answer for the first page and for the counts in all tabs. */
function overviewQuery(api: Api, roles: readonly Role[]) {
  return {
    queryKey: queryKeys.overview,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Overview> =>
      api.call(endpoints.readOverview, { signal }),
    // A guest can act on nothing.
    enabled: may(roles, "changeProcessings"),
    ...polling(POLL_SLOW_MS),
  };
}

export function useOverview() {
  const { roles } = useIdentity();
  return usePolledQuery(overviewQuery(useApi(), roles));
}

/** Whether a person has the overview as their first page; the others are led to their first area. */
export const hasOverview = (roles: readonly Role[]): boolean => may(roles, "upload");
