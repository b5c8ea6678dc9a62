import { expect, test } from "vitest";
import { formatPercent, formatTotal, plural, pluralTotal } from "./count.ts";

test("one is singular and thousands are set apart", () => {
  expect(plural(1, "file")).toBe("1 file");
  expect(plural(20_000, "file")).toBe("20,000 files");
  expect(plural(2, "entry", "entries")).toBe("2 entries");
});

test("a total is exact to 10,000, and one more stands for any larger number", () => {
  expect(formatTotal(10_000)).toBe("10,000");
  expect(pluralTotal(1, "flight")).toBe("1 flight");
  expect(pluralTotal(10_001, "entry", "entries")).toBe("more than 10,000 entries");
});

test("a percentage has 2 decimals and is 100 only when all is done", () => {
  expect(formatPercent(0)).toBe("0.00%");
  expect(formatPercent(29.29)).toBe("29.29%");
  expect(formatPercent(99.999)).toBe("99.99%");
  expect(formatPercent(100)).toBe("100.00%");
  expect(formatPercent(100.2)).toBe("100.00%");
});
