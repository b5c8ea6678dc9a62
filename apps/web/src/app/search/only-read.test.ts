import { expect, test } from "vitest";
import { onlyRead } from "./only-read.ts";

test("what a reader does not return is named and undefined", () => {
  const read = onlyRead(({ page }): { page?: number } => (page === 2 ? { page } : {}));
  expect(read({ page: 2, other: "x" })).toStrictEqual({ page: 2, other: undefined });
  expect(read({ page: "<script>" })).toStrictEqual({ page: undefined });
  expect(read({})).toStrictEqual({});
});
