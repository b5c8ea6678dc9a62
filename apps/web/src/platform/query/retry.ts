import { ApiError } from "../api/api-error.ts";

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
export function backOff(firstMs: number, failures: number, error: unknown): number {
  const wanted = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
  return Math.min(MAX_DELAY_MS, Math.max(firstMs * 2 ** (failures - 1), wanted));
}

/**
 * The one retry rule of queries that nothing polls.
 *
 * web-query/R1 what may pass by itself is sent again, twice at most: no answer, 408, 429 and 5xx;
 * web-query/R2 any other answer is final;
 * web-query/R3 retries wait 1 s, then 2 s, and at least as long as a Retry-After says.
 */
export const retryRule = {
  retry: (failures: number, error: unknown): boolean => failures < RETRIES && isTransient(error),
  retryDelay: (failures: number, error: unknown): number =>
    backOff(FIRST_DELAY_MS, failures + 1, error),
} as const;
