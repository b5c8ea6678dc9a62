import { expect, test } from "vitest";
import { parseCustomFilter } from "./custom-filter.ts";

test("a custom filter with text that no database keeps is refused", () => {
  for (const text of [String.raw`{"FlightID":"FL\u0000"}`, String.raw`{"FlightID":["\ud800"]}`])
    expect(() => parseCustomFilter(text)).toThrow("holds NUL or malformed Unicode");
});
