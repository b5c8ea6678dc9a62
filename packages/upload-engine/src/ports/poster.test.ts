import { expect, test } from "vitest";
import { answeredPost } from "./poster.ts";

test.each([
  ["Swath's own", 503, '{"code":"STORE_FULL","message":"the store has no room"}'],
  ["one of S3's kind", 507, "<Error><Code>XMinioStorageFull</Code></Error>"],
  ["one that says no more", 507, ""],
  [
    "one of S3's kind with a quota",
    403,
    "<Error><Code>QuotaExceeded</Code><Message></Message></Error>",
  ],
])("a store without room is told from a busy one: %s", (_, status, text) => {
  expect(answeredPost(status, text)).toEqual({ kind: "full" });
});

test("another 503 is of a busy one", () => {
  expect(answeredPost(503, '{"code":"STORE_UNAVAILABLE"}')).toEqual({ kind: "busy" });
  expect(answeredPost(503, "<Code>SlowDown</Code>")).toEqual({ kind: "busy" });
});

test("a refusal says the store's own code", () => {
  const message = "the store answered 403 AccessDenied";
  expect(answeredPost(403, "<Code>AccessDenied</Code>")).toEqual({
    kind: "refused",
    status: 403,
    message,
  });
});
