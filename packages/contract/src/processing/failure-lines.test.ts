import { describe, expect, test } from "vitest";
import { JOB_STATUSES, type JobStatus } from "./job-status.ts";
import {
  awaitsAnswer,
  type FailedJobFacts,
  failureLines,
  leadingFailure,
} from "./failure-lines.ts";

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

test("a message of which nothing can be seen is none", () => {
  expect(leadingFailure([failed("a.laz", "\u0007"), failed("b.laz", "\u0007")])).toBeUndefined();
  expect(leadingFailure([failed("a.laz", "\u0007", "\u0000"), failed("b.laz", "cut off")])).toEqual(
    {
      message: "cut off",
      example: "cut off",
    },
  );
});

const lines = (word: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${word} at ${n}`);
const messageOf = (...all: string[]) => leadingFailure([failed("a.laz", ...all)])?.message;

test("of a job that fails for ever 2,000 lines are compared", () => {
  expect(messageOf(...lines("gap", 1_000), ...lines("cut", 1_001))).toBe("gap at <n>");
  expect(messageOf(...lines("gap", 9), ...lines("cut", 10))).toBe("cut at <n>");
});

describe("a failure of a job", () => {
  const job: FailedJobFacts = {
    status: "FAILED",
    requireQA: true,
    qaUser: null,
    active: true,
    processing: { active: true, deletedSuperseded: false, archived: false },
  };
  const waiting = (change: Partial<FailedJobFacts>): JobStatus[] =>
    JOB_STATUSES.filter((status) => awaitsAnswer({ ...job, ...change, status }));
  const FAILED = ["COMPLETED_WITH_ERRORS", "FAILED", "MANUAL_PROCESSING_REQUIRED"];

  test("contract/I1 waits for an answer while it failed, has errors or is to be done by hand", () => {
    expect(waiting({ requireQA: false })).toEqual(FAILED);
    expect(waiting({ qaUser: "Olive Office" })).toEqual(FAILED);
  });

  test("contract/I2 that completed waits while its QA is due", () => {
    expect(waiting({})).toEqual(["COMPLETED", ...FAILED]);
  });

  test.each<[string, Partial<FailedJobFacts>]>([
    ["whose result is superseded", { active: false }],
    ["of a superseded processing", { processing: { ...job.processing, active: false } }],
    ["of a deleted one", { processing: { ...job.processing, deletedSuperseded: true } }],
    ["of an archived one", { processing: { ...job.processing, archived: true } }],
  ])("contract/I3 %s waits for none", (_, change) => {
    expect(waiting(change)).toEqual([]);
  });
});
