import { expect, test } from "vitest";
import { hasBegun, holdsForQA, isJobDone, isRunning, JOB_STATUSES } from "./job-status.ts";

const doneStatuses = (isQADue: boolean) =>
  JOB_STATUSES.filter((status) => isJobDone(status, isQADue));

test("what comes after a job starts once it is judged, or completed with no QA due", () => {
  const judged = ["QA_COMPLETED", "QA_COMPLETED_WITH_ERRORS", "MANUALLY_PROCESSED", "IGNORE"];
  expect(doneStatuses(true)).toEqual(judged);
  expect(doneStatuses(false)).toEqual(["COMPLETED", ...judged]);
});

test("a job has begun once more was done than to ask for it", () => {
  expect(JOB_STATUSES.filter((status) => !hasBegun(status))).toEqual([
    "NOT_APPLICABLE",
    "NOT_COMMENCED",
    "PREQUEUE",
    "UNAVAILABLE",
  ]);
});

test("a job runs from its order to its end", () => {
  expect(JOB_STATUSES.filter(isRunning)).toEqual([
    "PREQUEUE",
    "QUEUING",
    "QUEUED",
    "RUNNING",
    "ON_HOLD",
  ]);
});

const holding = (requireQA: boolean, qaUser: string | null) =>
  JOB_STATUSES.filter((status) => holdsForQA({ status, requireQA, qaUser }));

test("a job that ended well holds what comes after it until its QA is completed", () => {
  expect(holding(true, null)).toEqual(["COMPLETED", "COMPLETED_WITH_ERRORS"]);
  expect(holding(false, null)).toEqual([]);
  expect(holding(true, "Olive Office")).toEqual([]);
});
