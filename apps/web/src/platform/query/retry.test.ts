import { expect, test } from "vitest";
import { ApiError } from "../api/api-error.ts";
import { isTransient, retryRule } from "./polling.ts";

const failure = (status: number, retryAfterMs?: number) =>
  new ApiError({
    status,
    code: "X",
    message: "x",
    details: {},
    requestId: undefined,
    retryAfterMs,
  });

test("web-query/R1 no answer, 408, 429 and 5xx are sent again, twice at most", () => {
  for (const status of [0, 408, 429, 500, 503]) {
    expect(retryRule.retry(0, failure(status))).toBe(true);
    expect(retryRule.retry(1, failure(status))).toBe(true);
    expect(retryRule.retry(2, failure(status))).toBe(false);
  }
});

test("web-query/R2 any other answer is final, and so is a fault of our own", () => {
  for (const error of [failure(401), failure(403), failure(404), failure(409), new TypeError("x")])
    expect([isTransient(error), retryRule.retry(0, error)]).toEqual([false, false]);
});

test("web-query/R3 retries wait 1 s, then 2 s, and at least as long as a Retry-After says", () => {
  expect(retryRule.retryDelay(0, failure(500))).toBe(1_000);
  expect(retryRule.retryDelay(1, failure(500))).toBe(2_000);
  expect(retryRule.retryDelay(0, failure(429, 7_000))).toBe(7_000);
  expect(retryRule.retryDelay(0, failure(429, 3_600_000))).toBe(60_000);
});
