import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { endpoints } from "@swath/contract/endpoints";
import type { Api } from "../platform/api/api.ts";
import { useApi } from "../platform/api/api-context.tsx";
import { POLL_MODERATE_MS, polling } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";

interface Signal {
  readonly signal: AbortSignal;
}

/** The user's own sessions, polled. */
export function sessionsQuery(api: Api) {
  return {
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }: Signal) => api.call(endpoints.listSessions, { signal }),
    ...polling(POLL_MODERATE_MS),
  };
}

/** A page of everybody's sessions, polled. */
export function everybodysSessionsQuery(api: Api, of: { search: string; page: number }) {
  return {
    queryKey: queryKeys.everybodysSessions(of),
    queryFn: async ({ signal }: Signal) => ({
      ...(await api.list(endpoints.listEverybodysSessions, { query: of, signal })),
      page: of.page,
    }),
    placeholderData: keepPreviousData,
    ...polling(POLL_MODERATE_MS),
  };
}

/** Ends sessions by a call, and has the lists read anew. */
export function useEndSessions<T>(end: (api: Api, of: T) => Promise<unknown>, onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (of: T) => end(api, of),
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.sessions }),
  });
}
