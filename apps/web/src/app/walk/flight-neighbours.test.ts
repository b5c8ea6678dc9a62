import { expect, test } from "vitest";
import { sidesOf } from "./flight-neighbours.ts";

test.each([
  ["without days of its own", undefined, "1970-01-01+2026-03-05", "2026-03-05+2999-12-31"],
  ["within its days", "2026-03-01+2026-03-09", "2026-03-01+2026-03-05", "2026-03-05+2026-03-09"],
  [
    "as an address may have them",
    "2026-03-01 2026-03-09",
    "2026-03-01+2026-03-05",
    "2026-03-05+2026-03-09",
  ],
  ["on its first day", "2026-03-05+2026-03-09", "2026-03-05+2026-03-06", "2026-03-05+2026-03-09"],
  ["on its last day", "2026-03-01+2026-03-05", "2026-03-01+2026-03-05", "2026-03-04+2026-03-05"],
])("a list is read from the flight on to either side, %s", (_name, filtered, older, newer) => {
  expect(sidesOf("2026-03-05", filtered)).toEqual({ older, newer });
});
