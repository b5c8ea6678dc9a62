import { expect, test } from "vitest";
import { flightQuerySchema } from "./flight-query.ts";

test("the flight list is asked for its first ten rows, the latest first", () => {
  expect(flightQuerySchema.parse({})).toEqual({ page: 1, pageSize: 10, sort: "Date -1" });
});

test("a filter of the flight list is at most 8 KiB, a range 64 characters", () => {
  for (const [field, most] of [
    ["Aircraft", 8_192],
    ["Sensor", 8_192],
    ["$custom", 8_192],
    ["Date", 64],
  ] as const) {
    expect(flightQuerySchema.safeParse({ [field]: "x".repeat(most) }).success).toBe(true);
    expect(flightQuerySchema.safeParse({ [field]: "x".repeat(most + 1) }).success).toBe(false);
  }
  expect(flightQuerySchema.safeParse({ Nonsense: "x" }).success).toBe(false);
});
