import { expect, test } from "vitest";
import { formatPercent, plural } from "./count.ts";

test("one is singular and thousands are set apart", () => {
  expect(plural(1, "file")).toBe("1 file");
  expect(plural(20_000, "file")).toBe("20,000 files");
  expect(plural(2, "entry", "entries")).toBe("2 entries");
});

test("a percentage has 2 decimals and is 100 only when all is done", () => {
  expect(formatPercent(0)).toBe("0.00%");
  expect(formatPercent(29.29)).toBe("29.29%");
  expect(formatPercent(99.999)).toBe("99.99%");
  expect(formatPercent(100)).toBe("100.00%");
  expect(formatPercent(100.2)).toBe("100.00%");
});
