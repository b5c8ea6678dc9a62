import { expect, test } from "vitest";
import { jobRow, processingRow } from "../testing/rows.ts";
import { jobNote, NOTES } from "./job-note.ts";

const PI1 = jobRow();
const ICP1 = jobRow({ name: "ICP1", label: "ICP1", status: "NOT_COMMENCED" });

test("job-pages/N1 a missed bound comes before the QA that it asks for", () => {
  const job = jobRow({ missedBound: true });
  expect(jobNote(processingRow(), job, "COMPLETED", true)).toBe(NOTES.bound);
  const failed = jobRow({ missedBound: true, status: "FAILED" });
  expect(jobNote(processingRow(), failed, "FAILED", false)).toBe(NOTES.bound);
});

test("job-pages/N2 a job whose QA is pending needs it, another one needs nothing", () => {
  expect(jobNote(processingRow(), PI1, "COMPLETED", true)).toBe(NOTES.qa);
  expect(jobNote(processingRow(), PI1, "COMPLETED", false)).toBeUndefined();
});

test("job-pages/N3 a job that has not begun says what the server knows it waits for", () => {
  const reason = "Waits for the QA of PI1";
  const job = jobRow({ ...ICP1, reason });
  expect(jobNote(processingRow(), job, "NOT_COMMENCED", false)).toEqual({
    is: "waits",
    band: "WAITS",
    text: reason,
  });
  expect(jobNote(processingRow(), ICP1, "NOT_COMMENCED", false)).toBeUndefined();
  const failed = jobRow({ status: "FAILED", reason: "no memory" });
  expect(jobNote(processingRow(), failed, "FAILED", false)).toBeUndefined();
});

test("job-pages/N3 what a whole processing waits for stands at its first job alone", () => {
  const first = jobRow({ status: "NOT_COMMENCED" });
  const row = processingRow({ stages: [first, ICP1], waitsFor: "No matching parameters" });
  expect(jobNote(row, first, "NOT_COMMENCED", false)?.text).toBe("No matching parameters");
  expect(jobNote(row, ICP1, "NOT_COMMENCED", false)).toBeUndefined();
});

test("job-pages/N4 nothing is said of what is not in force, or is about to change", () => {
  const missed = jobRow({ missedBound: true });
  for (const status of ["SUPERSEDED", "ARCHIVED", "WAITING"] as const)
    expect(jobNote(processingRow(), missed, status, true)).toBeUndefined();
  const waiting = jobRow({ ...ICP1, reason: "Waits for the QA of PI1" });
  const archived = processingRow({ archived: true });
  expect(jobNote(archived, waiting, "NOT_COMMENCED", false)).toBeUndefined();
});

test("a cancelled LMS job, shown as not begun, waits for nothing", () => {
  const lms = jobRow({ area: "lms", status: "CANCELLED", reason: "LMS cancelled by Olive Office" });
  expect(jobNote(processingRow({ lms }), lms, "NOT_COMMENCED", false)).toBeUndefined();
});
