import { expect, test } from "vitest";
import { isJobDone, JOB_STATUSES } from "./job-status.ts";

test("what comes after a job starts once it is judged, or completed with no QA due", () => {
  const done = (isQADue: boolean) => JOB_STATUSES.filter((status) => isJobDone(status, isQADue));
  const judged = ["QA_COMPLETED", "QA_COMPLETED_WITH_ERRORS", "MANUALLY_PROCESSED", "IGNORE"];
  expect(done(true)).toEqual(judged);
  expect(done(false)).toEqual(["COMPLETED", ...judged]);
});
