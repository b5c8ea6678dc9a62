import { expect, test } from "vitest";
import { pageOf } from "./flight-search.ts";

test("a page of the address is kept", () => {
  expect(pageOf(3)).toEqual({ page: 3 });
  expect(pageOf("12")).toEqual({ page: 12 });
});

test.each([undefined, "", "x", 0, 1, -2, 1.5, 1e9, Number.NaN, {}])(
  "%s is the first page",
  (value) => {
    expect(pageOf(value)).toEqual({});
  },
);
