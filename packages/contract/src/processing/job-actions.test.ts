import { expect, test } from "vitest";
import { ACTIONS, isMark, type JobAction } from "./job-actions.ts";
import { JOB_STATUSES, type JobStatus } from "./job-status.ts";

test.each<[JobStatus, JobAction[]]>([
  [
    "FAILED",
    ["completeQA", "markManuallyProcessed", "markIgnored", "markCompleted", "markSuperseded"],
  ],
  ["COMPLETED", ["markManuallyProcessed", "markIgnored", "markCompleted", "markSuperseded"]],
])("of a job that is %s these are marks by hand: %j", (status, marks) => {
  expect(ACTIONS.filter((action) => isMark(action, status))).toEqual(marks);
});

test("QA is a mark by hand of a failed job alone", () => {
  expect(JOB_STATUSES.filter((status) => isMark("completeQA", status))).toEqual(["FAILED"]);
});
