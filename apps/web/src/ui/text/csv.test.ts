import { expect, test } from "vitest";
import { csvFile, csvText } from "./csv.ts";

test("fields are quoted where they need it, rows end as RFC 4180 has it", () => {
  expect(
    csvText([
      ["Line", "km"],
      ['a "b", c', "1.5"],
      ["two\nlines", " x "],
    ]),
  ).toBe('Line,km\r\n"a ""b"", c",1.5\r\n"two\nlines"," x "\r\n');
});

test.each(["=1+1", "+SUM(A1)", "-2+3", "@cmd", "\t=1", "\r=1", "-", '=HYPERLINK("http://x")'])(
  "a field is no formula where a spreadsheet opens it: %j",
  (text) => {
    expect(csvText([[text]])).toMatch(/^"?'/);
  },
);

test.each(["-12.5", "+3", "0", "-37.000001"])("a number stays one: %s", (text) => {
  expect(csvText([[text]])).toBe(`${text}\r\n`);
});

test("a file begins with the mark by which spreadsheets know UTF-8", async () => {
  const bytes = new Uint8Array(await csvFile("é").arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
});
