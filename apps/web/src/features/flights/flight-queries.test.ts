import { expect, test } from "vitest";
import { ApiError } from "../../platform/api/api-error.ts";
import { mayPass } from "./flight-queries.ts";

const failure = (status: number) =>
  new ApiError({ status, code: "X", message: "x", details: {}, requestId: undefined });

test("an outage may pass, so that polling goes on through it", () => {
  expect([0, 429, 500, 503].map((status) => mayPass(failure(status)))).not.toContain(false);
});

test("what the server refuses is not asked again and again, nor is a fault of ours", () => {
  expect([failure(403), failure(404), new TypeError("x")].map(mayPass)).not.toContain(true);
});
