import { expect, test } from "vitest";
import { strictSearch } from "./address-search.ts";

test("what a reader does not return is named and undefined", () => {
  const read = strictSearch(({ page }): { page?: number } => (page === 2 ? { page } : {}));
  expect(read({ page: 2, other: "x" })).toStrictEqual({ page: 2, other: undefined });
  expect(read({ page: "<script>" })).toStrictEqual({ page: undefined });
  expect(read({})).toStrictEqual({});
});
