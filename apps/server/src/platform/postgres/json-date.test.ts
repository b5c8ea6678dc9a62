import { expect, test } from "vitest";
import { isoOfJson } from "./json-date.ts";

test.each([
  "2026-01-02T03:04:05+00:00",
  "2026-01-02T03:04:05.6+00:00",
  "2026-01-02T03:04:05.678901+00:00",
  "2026-01-02T03:04:05+08:00",
  "0099-01-02T03:04:05+00:00",
])("%s is read as a Date reads it", (text) => {
  expect(isoOfJson(text)).toBe(new Date(text).toISOString());
});
