import { expect, test } from "vitest";
import { ApiError } from "../../platform/api/api-error.ts";
import { pollAfter } from "./flight-queries.ts";

const failure = (status: number) =>
  new ApiError({ status, code: "X", message: "x", details: {}, requestId: undefined });

test("polling goes on every 5 s, through outages too", () => {
  expect([null, failure(0), failure(500), failure(503), failure(429)].map(pollAfter)).toEqual([
    5000, 5000, 5000, 5000, 5000,
  ]);
});

test("what the server refuses is not asked again and again", () => {
  expect([failure(403), failure(404)].map(pollAfter)).toEqual([false, false]);
});
