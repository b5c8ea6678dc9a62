import { expect, test } from "vitest";
import { instantSchema } from "./instant.ts";

test.each([
  "2026-01-01T00:00:00Z",
  "2026-01-01T00:00:00.123456789+15:59",
  "0001-01-01T00:00:00-01:00",
  "9999-12-31T23:59:59.999Z",
])("%s is an instant that can be kept", (text) => {
  expect(instantSchema.safeParse(text).success).toBe(true);
});

test.each([
  "2026-01-01",
  "0000-12-31T23:00:00-05:00",
  "0001-01-01T00:00:00+01:00",
  "9999-12-31T23:59:59-10:00",
  "2026-01-01T00:00:00+16:00",
  "2026-01-01T00:00:00-23:59",
])("%s is refused: the database would, or could not tell it again", (text) => {
  expect(instantSchema.safeParse(text).success).toBe(false);
});
