import { describe, expect, test } from "vitest";
import { jobTooltip, judgedStatus, shownStatus, type TooltipFacts } from "./job-tooltip.ts";
import { USUAL_PROCESSING } from "./testing/usual-processing.ts";

const processing = USUAL_PROCESSING;
const job = { area: "stage", status: "COMPLETED", active: true } as const;
const usual = { processing, job, guest: false, waiting: false };

const archivedAt = (documentMajorVersion: number) =>
  shownStatus({
    ...usual,
    processing: { ...processing, archived: true, documentMajorVersion },
  });

describe("what a cell shows", () => {
  test("is the stored status, where nothing takes its place", () => {
    expect(shownStatus(usual)).toBe("COMPLETED");
  });
  test("contract/S1 WAITING until the next poll, whatever else holds", () => {
    const archived = { ...processing, archived: true, documentMajorVersion: 3 };
    expect(shownStatus({ ...usual, processing: archived, waiting: true })).toBe("WAITING");
  });
  test("contract/S2 ARCHIVED for documents up to version 3 alone", () => {
    expect([1.4, 3, 3.2].map(archivedAt)).toEqual(["ARCHIVED", "ARCHIVED", "COMPLETED"]);
  });
  test("contract/S3 SUPERSEDED for a stage, by itself or with its processing", () => {
    expect(shownStatus({ ...usual, job: { ...job, active: false } })).toBe("SUPERSEDED");
    const superseded = { ...processing, active: false };
    expect(shownStatus({ ...usual, processing: superseded })).toBe("SUPERSEDED");
    const gps = { area: "gps", status: "FAILED", active: true } as const;
    expect(shownStatus({ ...usual, processing: superseded, job: gps })).toBe("FAILED");
  });
  test("contract/S4 a cancelled LMS job is NOT_COMMENCED to all but guests", () => {
    const lms = { area: "lms", status: "CANCELLED", active: true } as const;
    expect(shownStatus({ ...usual, job: lms })).toBe("NOT_COMMENCED");
    expect(shownStatus({ ...usual, job: lms, guest: true })).toBe("CANCELLED");
    expect(shownStatus({ ...usual, job: { ...lms, area: "stage" } })).toBe("CANCELLED");
  });
});

const facts: TooltipFacts = {
  area: "gps",
  status: "COMPLETED",
  statusLabel: "Completed",
  attempts: 0,
  template: null,
  runStart: null,
  runStop: null,
  qaUser: null,
  qaIssueDesc: null,
  qaIssueRes: null,
  deletedSuperseded: false,
  lmsVersion: null,
  currentLMSVersion: "4.2",
  reason: null,
  expectedEnd: null,
  mark: null,
  outdated: false,
};
const tooltip = (change: Partial<TooltipFacts>) => jobTooltip({ ...facts, ...change });

describe("the tooltip of a GPS or LMS cell", () => {
  test("contract/T1 says only that it waits, or was superseded and deleted", () => {
    expect(tooltip({ status: "WAITING", attempts: 3 })).toEqual(["Waiting after resubmitting"]);
    expect(tooltip({ status: "WAITING", area: "lms" })).toEqual([
      "Waiting for response after LMS request",
    ]);
    expect(tooltip({ deletedSuperseded: true, status: "WAITING" })).toEqual([
      "Superseded and Deleted",
    ]);
  });
  test.each([
    [-1, "Failed with data issues"],
    [0, "Check the calibration parameters"],
    [-2, "Check the calibration parameters"],
    [2, "Status: Completed"],
  ])("contract/T2 of a failed job of %i attempts begins with %s", (attempts, first) => {
    expect(tooltip({ status: "FAILED", attempts })[0]).toBe(first);
    expect(tooltip({ status: "COMPLETED", attempts })[0]).toBe("Status: Completed");
  });
  test("contract/T3 LMS says that its calibration is of another version", () => {
    const text = "Unsupported LMS Version: LMS processing will not proceed";
    expect(tooltip({ area: "lms", lmsVersion: "4.1" })).toContain(text);
    for (const change of [
      { area: "lms", lmsVersion: "4.2" },
      { area: "lms", lmsVersion: null },
      { area: "gps", lmsVersion: "4.1" },
    ] as const)
      expect(tooltip(change)).not.toContain(text);
  });
  test("contract/T4 says what is known of the run and its QA, and leaves the rest out", () => {
    expect(
      tooltip({
        attempts: 2,
        template: "LiDAR",
        runStart: "2026-01-01T00:00:00Z",
        runStop: "2026-01-01T01:02:59Z",
        qaUser: "Hana Brook",
        qaIssueDesc: "gap",
        qaIssueRes: "flown again",
        reason: "because",
      }),
    ).toEqual([
      "Status: Completed",
      "Attempts: 2",
      "Template: LiDAR",
      "Runtime: 1 h 02 min",
      "Stopped: 2026-01-01 01:02:59 UTC",
      "QA user: Hana Brook",
      "QA issue: gap",
      "QA resolution: flown again",
      "Reason: because",
    ]);
    const short = { runStart: "2026-01-01T00:00:00Z", runStop: "2026-01-01T00:03:05.4Z" };
    expect(tooltip(short)).toContain("Runtime: 3 min 05 s");
    const hour = { runStart: "2026-01-01T00:00:00Z", runStop: "2026-01-01T01:00:00Z" };
    expect(tooltip(hour)).toContain("Runtime: 1 h 00 min");
    expect(tooltip({ ...short, runStop: null, qaIssueDesc: "" })).toEqual(["Status: Completed"]);
    expect(tooltip({ ...short, runStart: null })).toEqual([
      "Status: Completed",
      "Stopped: 2026-01-01 00:03:05 UTC",
    ]);
  });
  test("contract/T7 says why it waits, and when it is expected to have ended", () => {
    const change = { status: "PREQUEUE", reason: "Waits for LMS (Running)" } as const;
    expect(tooltip({ ...change, expectedEnd: "about 14:20 UTC, from 12 earlier runs" })).toEqual([
      "Status: Completed",
      "Reason: Waits for LMS (Running)",
      "Expected end: about 14:20 UTC, from 12 earlier runs",
    ]);
  });
});

test("contract/T5 a mark that was set by hand says by whom, and with what reason", () => {
  const mark = { Action: "markIgnored", By: "Hana", At: "2026-03-14T06:00:00.000Z", Reason: "wet" };
  const lines = tooltip({ mark, reason: "wet" });
  expect(lines.slice(-2)).toEqual(["Set by hand: Hana", "Reason: wet"]);
});

test("contract/T6 what was delivered by an older instruction says so, and how it is delivered anew", () => {
  expect(tooltip({ outdated: true }).at(-1)).toBe(
    "Made by an older version of its instruction: resubmit it to deliver by the current one",
  );
  expect(tooltip({}).join()).not.toMatch(/instruction/);
});

test.each([
  ["lms", "CANCELLED", false, "NOT_COMMENCED"],
  ["lms", "CANCELLED", true, "CANCELLED"],
  ["stage", "CANCELLED", false, "CANCELLED"],
  ["lms", "FAILED", false, "FAILED"],
] as const)(
  "contract/S4 a job of %s that is %s shows to a guest (%s) %s",
  (area, status, guest, shown) => {
    expect(shownStatus({ ...usual, job: { area, status, active: true }, guest })).toBe(shown);
  },
);

test.each([
  ["COMPLETED", "Olive Office", "QA_COMPLETED"],
  ["COMPLETED", null, "COMPLETED"],
  ["FAILED", "Olive Office", "FAILED"],
] as const)("a job that is %s, with QA by %s, looks %s", (status, qaUser, looks) => {
  expect(judgedStatus(status, qaUser)).toBe(looks);
});
