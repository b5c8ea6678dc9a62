import { expect, test } from "vitest";
import { failureLines, leadingFailure } from "./failure-lines.ts";

const failed = (file: string, ...messages: string[]) => ({
  file_names: [file],
  failure_message: messages,
});

test("contract/F1 lines without an input are left out", () => {
  expect(failureLines([failed("a.laz", "ERROR: no input specified", " ")])).toEqual([]);
});

test("contract/F2 errors of a point buffer's realloc count as one", () => {
  expect(
    failureLines([
      failed("a.laz", "ERROR: point buffer realloc of 3221225472 bytes failed"),
      failed("b.laz", "ERROR: point buffer realloc of 12 bytes failed"),
    ]),
  ).toEqual([{ message: "ERROR: point buffer realloc", files: ["a.laz", "b.laz"] }]);
});

test("contract/F3 the same message is one line with its files, most files first", () => {
  expect(
    failureLines([
      failed("a.laz", "bad header"),
      failed("b.laz", "cut off\nbad points"),
      failed("c.laz", "bad points"),
    ]),
  ).toEqual([
    { message: "bad points", files: ["b.laz", "c.laz"] },
    { message: "bad header", files: ["a.laz"] },
    { message: "cut off", files: ["b.laz"] },
  ]);
});

test("a job failed with the message that most of its files have", () => {
  expect(
    leadingFailure([
      failed("a.laz", "no input specified", "cut off"),
      failed("b.laz", "b.laz: ends at point 12"),
      failed("c.laz", "c.laz: ends at point 7"),
    ]),
  ).toEqual({ message: "<file>: ends at point <n>", example: "b.laz: ends at point 12" });
  expect(leadingFailure([failed("a.laz", "no input specified")])).toBeUndefined();
  expect(leadingFailure([])).toBeUndefined();
});
