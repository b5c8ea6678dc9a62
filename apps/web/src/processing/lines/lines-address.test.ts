import { expect, test } from "vitest";
import { linesOf, readLinesSearch, searchOfLines } from "./lines-address.ts";

const id = "a".repeat(24);

test("an address names the processing, and whether the reflight list is shown", () => {
  for (const reflight of [true, false]) {
    const address = linesOf(readLinesSearch({ lines: id, reflight }));
    expect(address).toEqual({ processingId: id, reflight });
    expect(linesOf(readLinesSearch({ ...searchOfLines(address) }))).toEqual(address);
  }
  expect(readLinesSearch({ lines: id, reflight: "true" })).toEqual({ lines: id, reflight: true });
});

test.each([undefined, 7, "", "A".repeat(24), `${id}0`, "../x"])(
  "what is malformed is left out: %j",
  (lines) => {
    expect(readLinesSearch({ lines, reflight: true })).toEqual({});
  },
);

test("lines that are closed leave nothing of them in the address", () => {
  const open = { lines: id, reflight: true };
  expect(Object.values({ ...open, ...searchOfLines(undefined) })).toEqual([undefined, undefined]);
});
