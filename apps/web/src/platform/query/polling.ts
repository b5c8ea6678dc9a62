import { backOff } from "./retry.ts";

/** Document 1, section 9. */
export const POLL_FAST_MS = 5_000;
export const POLL_MODERATE_MS = 15_000;
export const POLL_SLOW_MS = 30_000;

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
 * The one polling policy, as query options.
 *
 * web-query/P1 a query is fetched again so long after each fetch that ended, well or not;
 * web-query/P2 after failures it waits twice as long each time, 60 s at most, and at least as long as
 *   a Retry-After says; the first answer brings the interval back;
 * web-query/P3 no answer ends it: not 401, 403, 404 nor any other;
 * web-query/P4 nothing is fetched while the page is hidden; it is fetched at once when the page is
 *   shown again, and when the network is back.
 */
export function polling(everyMs: number) {
  return {
    pollMs: everyMs,
    // The next poll is the retry.
    retry: false,
    networkMode: "always",
    refetchInterval: (query: PolledQuery) => nextPollMs(everyMs, query),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
  } as const;
}
