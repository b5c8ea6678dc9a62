import { expect, test } from "vitest";
import { isJobDone, JOB_STATUSES } from "./job-status.ts";

const doneStatuses = (isQADue: boolean) =>
  JOB_STATUSES.filter((status) => isJobDone(status, isQADue));

test("what comes after a job starts once it is judged, or completed with no QA due", () => {
  const judged = ["QA_COMPLETED", "QA_COMPLETED_WITH_ERRORS", "MANUALLY_PROCESSED", "IGNORE"];
  expect(doneStatuses(true)).toEqual(judged);
  expect(doneStatuses(false)).toEqual(["COMPLETED", ...judged]);
});
