import {
  hashKey,
  QueryClient,
  type QueryKey,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
} from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/api-error.ts";

/**
 * How the pages' queries are repeated.
 *
 * Polled:
 * web-query/P1 a query is fetched again so long after each fetch that ended, well or not;
 * web-query/P2 after failures it waits twice as long each time, 60 s at most, and at least as long
 *   as a Retry-After says; the first answer brings the interval back;
 * web-query/P3 no answer ends it: not 401, 403, 404 nor any other;
 * web-query/P4 nothing is fetched while the page is hidden; it is fetched at once when the page is
 *   shown again, and when the network is back.
 *
 * Not polled, where one fails:
 * web-query/R1 what may pass by itself is sent again, twice at most: no answer, 408, 429 and 5xx;
 * web-query/R2 any other answer is final;
 * web-query/R3 retries wait 1 s, then 2 s, and at least as long as a Retry-After says.
 */

const RETRIES = 2;
const FIRST_DELAY_MS = 1_000;
/** No wait is longer, whatever the server asks for. */
const MAX_DELAY_MS = 60_000;

/** Whether the same call may succeed a moment later; what the server refuses it will refuse again. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status } = error;
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

/** Doubling delays from the first on, never shorter than the server's Retry-After. */
function backOff(firstMs: number, failures: number, error: unknown): number {
  const wanted = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
  return Math.min(MAX_DELAY_MS, Math.max(firstMs * 2 ** (failures - 1), wanted));
}

/**
 * The one retry rule of queries that nothing polls (web-query/R1 to R3).
 */
export const retryRule = {
  retry: (failures: number, error: unknown): boolean => failures < RETRIES && isTransient(error),
  retryDelay: (failures: number, error: unknown): number =>
    backOff(FIRST_DELAY_MS, failures + 1, error),
} as const;

/** The cache of the server's answers, with the one retry rule; offline is a failure like any other. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { ...retryRule, networkMode: "always" },
      // Else what was confirmed offline would wait, and be done when the network is back.
      mutations: { networkMode: "always" },
    },
  });
}

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

/** Document 1, section 9. */
export const POLL_FAST_MS = 5_000;
export const POLL_MODERATE_MS = 15_000;
export const POLL_SLOW_MS = 30_000;

const JUST_READ_MS = 1_000;

/** What the policy reads of a query. */
export interface PolledQuery {
  readonly state: {
    readonly status: "pending" | "error" | "success";
    readonly error: unknown;
    readonly errorUpdateCount: number;
  };
}

/** How many errors a query had counted when its last answer came. */
const errorsBefore = new WeakMap<PolledQuery, number>();

/** How often a query has failed since its last answer. */
function failuresInARow(query: PolledQuery): number {
  const { status, errorUpdateCount } = query.state;
  if (status === "success") errorsBefore.set(query, errorUpdateCount);
  return errorUpdateCount - (errorsBefore.get(query) ?? 0);
}

/** When the query is fetched again after the fetch that ended last. */
export function nextPollMs(everyMs: number, query: PolledQuery): number {
  const failures = failuresInARow(query);
  return failures === 0 ? everyMs : backOff(everyMs, failures, query.state.error);
}

/**
 * The one polling policy, as query options (web-query/P1 to P4).
 */
export function polling(everyMs: number) {
  return {
    pollMs: everyMs,
    // What was prefetched, or another part of the page has just read, is not read again to be drawn.
    staleTime: JUST_READ_MS,
    // The next poll is the retry.
    retry: false,
    networkMode: "always",
    refetchInterval: (query: PolledQuery) => nextPollMs(everyMs, query),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
  } as const;
}
