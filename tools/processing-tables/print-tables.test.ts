import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { printTables } from "./print-tables.ts";

/** Without what the formatter does to tables. */
const plain = (text: string): string =>
  text.replaceAll(/-{3,}/g, "---").replaceAll(/ +/g, " ").trim();

test("docs/processing.md is printed from the tables that the server follows", () => {
  expect(plain(readFileSync("docs/processing.md", "utf8"))).toBe(plain(printTables()));
});

test("the tables hold every action, and what each is refused with", () => {
  const text = printTables();
  expect(text).toContain("| Mark as Manually Processed |");
  expect(text).toContain("The stage may not be superseded; It is superseded already");
  expect(text).toContain("`PUT /qawitherrors`");
});
