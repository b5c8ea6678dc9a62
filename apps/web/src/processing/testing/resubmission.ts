import type { Preflight, PreflightLine, ResubmitImpact } from "@swath/contract/processing";

const UPDATED = "2026-03-14T06:10:00.000Z";

/** What a resubmission of a completed stage overwrites. */
export function impactOf(given: Partial<ResubmitImpact> = {}): ResubmitImpact {
  const job = {
    Status: "COMPLETED",
    Attempts: 1,
    RunStartDate: null,
    RunEndDate: null,
    SucceededJobCount: 4,
    OutputS3Path: null,
  } as const;
  return {
    Refusal: null,
    Overwritten: [
      { ...job, Name: "PI1_MineIP1", Label: "PI1", QAUser: "Hana Brook", Seconds: 600 },
      { ...job, Name: "ICP1_MineIP1", Label: "ICP1", QAUser: null, Seconds: 65 },
    ],
    Kept: ["GPS & EO", "LMS"],
    Seconds: 665,
    Updated: UPDATED,
    ...given,
  };
}

export const lineOf = (given: Partial<PreflightLine> = {}): PreflightLine => ({
  Check: "inputs",
  Level: "ok",
  Text: "Inputs are there: 12 files, 3.00 GB, in 12 tasks",
  Advice: null,
  ...given,
});

/** What it finds where all is well. */
export function preflightOf(given: Partial<Preflight> = {}): Preflight {
  return {
    Lines: [lineOf()],
    Parameters: [],
    FailedTasks: null,
    Expected: { Seconds: 720, Runs: 12 },
    Updated: UPDATED,
    ...given,
  };
}
