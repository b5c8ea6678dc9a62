import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { MAX_FOLLOWS } from "@swath/contract/news";
import { endpoints } from "@swath/contract/endpoints";
import type { Api } from "../../platform/api/api.ts";
import { useApi } from "../../platform/api/api-context.tsx";
import { ApiError } from "../../platform/api/api-error.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { useSnackbar } from "../../ui/snackbar/snackbar-context.ts";

const FRESH_MS = 60_000;

/** The flights that the user follows. */
export function followsQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.follows,
    queryFn: ({ signal }) => api.call(endpoints.listFollows, { signal }),
    staleTime: FRESH_MS,
  });
}

const fault = (error: Error): string =>
  error instanceof ApiError && error.code === "TOO_MANY_FOLLOWS"
    ? `You follow ${MAX_FOLLOWS} flights already; leave one out first.`
    : error.message;

/** Follows a flight, or follows it no longer. */
export function useFollow(flightId: string) {
  const api = useApi();
  const queries = useQueryClient();
  const show = useSnackbar();
  return useMutation({
    mutationFn: (follow: boolean) =>
      api.call(follow ? endpoints.followFlight : endpoints.unfollowFlight, { params: { flightId } }),
    onSuccess: (_, follow) =>
      queries.setQueryData(followsQuery(api).queryKey, (followed = []) => [
        ...followed.filter((id) => id !== flightId),
        ...(follow ? [flightId] : []),
      ]),
    onError: (error) => show({ severity: "error", text: fault(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.follows }),
  });
}
