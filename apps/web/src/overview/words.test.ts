import { NO_DEMONSTRATION_FILES } from "@swath/contract/demonstration";
import { NEEDS_OWNER } from "@swath/contract/overview";
import { expect, test } from "vitest";
import { ageText, holdsUpText, isOlder, lateTexts, nextStep } from "./words.ts";

const AT = "2026-11-20T12:00:00.000Z";

test.each([
  ["2026-11-20T11:59:30.000Z", "just now"],
  ["2026-11-20T11:58:30.000Z", "1 minute"],
  ["2026-11-20T09:30:00.000Z", "2 hours"],
  ["2026-11-19T02:00:00.000Z", "34 hours"],
  ["2026-11-18T12:00:00.000Z", "2 days"],
  ["2026-11-20T12:00:05.000Z", "just now"],
])("what began at %s is said to be %s old", (since, text) => {
  expect(ageText(since, AT)).toBe(text);
});

test("something is older than a number of days only once they have passed", () => {
  expect(isOlder("2026-11-17T12:00:00.000Z", AT, 3)).toBe(false);
  expect(isOlder("2026-11-17T11:59:00.000Z", AT, 3)).toBe(true);
});

test("each status in which an upload waits for its owner says what to do next", () => {
  const steps = NEEDS_OWNER.map((status) => nextStep({ status, reason: null }));
  expect(steps).not.toContain("Open it.");
  expect(nextStep({ status: "UPLOAD_PAUSED", reason: "The drive is gone" })).toBe(
    "The drive is gone. Resume it.",
  );
  expect(nextStep({ status: "UPLOAD_PAUSED", reason: NO_DEMONSTRATION_FILES })).toBe(
    NO_DEMONSTRATION_FILES,
  );
});

test("what is late is said in words, and nothing of what is not", () => {
  expect(lateTexts({ late: { uploads: 1, qa: 2, failures: 0 } })).toEqual([
    "1 log flown more than 2 days ago and not uploaded",
    "2 logs await QA for more than 3 days",
  ]);
  expect(lateTexts({ late: { uploads: 0, qa: 0, failures: 0 } })).toEqual([]);
});

test.each([
  [[], "Holds up nothing."],
  [["LMS"], "Holds up LMS."],
  [["A", "B", "C"], "Holds up A, B, C."],
  [["A", "B", "C", "D", "E"], "Holds up A, B, C and 2 more."],
])("QA that holds up %j says so", (labels, text) => {
  expect(holdsUpText(labels)).toBe(text);
});
