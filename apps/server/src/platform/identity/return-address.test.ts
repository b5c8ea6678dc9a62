import { expect, test } from "vitest";
import { safeReturn } from "./return-address.ts";

const home = new URL("http://localhost:4680");

test.each([
  ["/flights?page=2&sort=Date%20-1", "/flights?page=2&sort=Date%20-1"],
  ["/flights/FL000123#uploads", "/flights/FL000123#uploads"],
  ["/", "/"],
])("sign-in may return to %s", (wanted, expected) => {
  expect(safeReturn(wanted, home)).toBe(expected);
});

test.each([
  [undefined],
  [""],
  ["flights"],
  ["//evil.example"],
  ["/\\evil.example"],
  ["/\t/evil.example"],
  ["/a\nb"],
  ["https://evil.example/"],
  ["javascript:alert(1)"],
  [`/${"a".repeat(3_000)}`],
])("sign-in never returns to %j", (wanted) => {
  expect(safeReturn(wanted, home)).toBe("/");
});
