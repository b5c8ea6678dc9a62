import { readFileSync } from "node:fs";
import { UPLOAD_STATES } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { processingTables } from "./processing-tables.ts";
import { uploadTables } from "./upload-tables.ts";

/** Without what the formatter does to tables. */
const plain = (text: string): string =>
  text.replaceAll(/-{3,}/g, "---").replaceAll(/ +/g, " ").trim();

test.each([
  ["docs/processing.md", processingTables],
  ["docs/uploads.md", uploadTables],
])("%s is printed from the tables that the server follows", (path, print) => {
  expect(plain(readFileSync(path, "utf8"))).toBe(plain(print()));
});

test("the tables of processing hold every action, and what each is refused with", () => {
  const text = processingTables();
  expect(text).toContain("| Mark as Manually Processed |");
  expect(text).toContain("The stage may not be superseded; It is superseded already");
  expect(text).toContain("`PUT /qawitherrors`");
});

test("the tables of uploads hold every transition", () => {
  const lines = uploadTables().split("\n");
  for (const { event, from, to } of UPLOAD_STATES.transitions)
    expect(lines.some((line) => [event, from, to].every((word) => line.includes(word)))).toBe(true);
});
