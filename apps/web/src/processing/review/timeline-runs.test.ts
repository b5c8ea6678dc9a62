import type { TimelineEntry } from "@swath/contract/processing";
import { expect, test } from "vitest";
import { foldRuns, runTimes, type TimelineRun } from "./timeline-runs.ts";

const at = (minute: number): string => new Date(Date.UTC(2026, 2, 14, 6, minute)).toISOString();

/** Events as the server answers them, latest first, of those given in the order they happened. */
const log = (...given: readonly Partial<TimelineEntry>[]): TimelineEntry[] =>
  given
    .map((each, index): TimelineEntry =>
      Object.assign(
        {
          id: index + 1,
          at: at(index),
          action: "job.moved" as const,
          actor: "swath" as const,
          name: null,
          detail: {},
          requestId: null,
        },
        each,
      ),
    )
    .toReversed();
const moved = (job: string, from: string, to: string, reason: string | null = null) => ({
  detail: { processing: "p", job, from, to, reason },
});
const runsOf = (entries: readonly TimelineEntry[]): readonly TimelineRun[] =>
  foldRuns(entries).filter((item) => item.is === "run");

const RUN = [
  moved("QA1", "NOT_COMMENCED", "PREQUEUE"),
  moved("QA1", "PREQUEUE", "QUEUING"),
  moved("QA1", "QUEUING", "QUEUED"),
  moved("QA1", "QUEUED", "RUNNING"),
  moved("QA1", "RUNNING", "COMPLETED", "1 of 6 files failed"),
] as const;

test("job-pages/R2 a run is one, with its outcome, its reason and its steps, latest first", () => {
  const items = foldRuns(log(...RUN));
  expect(items).toMatchObject([
    { is: "run", job: "QA1", outcome: "COMPLETED", isWhole: true, reason: "1 of 6 files failed" },
  ]);
  expect(runsOf(log(...RUN))[0]!.steps.map(([first]) => first!.id)).toEqual([5, 4, 3, 2, 1]);
});

test("job-pages/R2 runs of two jobs are told apart, and what happens meanwhile stands beside them", () => {
  const items = foldRuns(
    log(
      moved("ICP2", "NOT_COMMENCED", "PREQUEUE"),
      moved("DEM1", "NOT_COMMENCED", "PREQUEUE"),
      { action: "attempt.restored", detail: {} },
      moved("ICP2", "PREQUEUE", "RUNNING"),
      moved("DEM1", "PREQUEUE", "FAILED"),
      moved("ICP2", "RUNNING", "COMPLETED"),
      moved("ICP2", "COMPLETED", "QA_COMPLETED"),
    ),
  );
  expect(
    items.map((item) => (item.is === "run" ? `${item.job} ${item.outcome}` : item.id)),
  ).toEqual([7, "ICP2 COMPLETED", "DEM1 FAILED", 3]);
});

test("job-pages/R2 a job that runs again has another run", () => {
  const runs = runsOf(
    log(
      ...RUN,
      moved("QA1", "COMPLETED", "PREQUEUE"),
      moved("QA1", "PREQUEUE", "RUNNING"),
      moved("QA1", "RUNNING", "FAILED"),
    ),
  );
  expect(runs.map(({ outcome }) => outcome)).toEqual(["FAILED", "COMPLETED"]);
});

test("job-pages/R3 a run that goes on stands where its latest step is", () => {
  const items = foldRuns(
    log(RUN[0], { action: "attempt.restored", detail: {} }, moved("QA1", "PREQUEUE", "RUNNING")),
  );
  expect(items).toMatchObject([{ is: "run", outcome: null, status: "RUNNING" }, { is: "event" }]);
});

test("job-pages/R4 a run whose beginning is not loaded says so", () => {
  const later = log(...RUN.slice(3));
  expect(runsOf(later)).toMatchObject([{ isWhole: false, outcome: "COMPLETED" }]);
});

/** How long the first of these runs took, and waited. */
function minutes(from: readonly TimelineEntry[]) {
  const { took, waited } = runTimes(runsOf(from)[0]!);
  return [took, waited].map((ms) => (ms === undefined ? undefined : ms / 60_000));
}

test("job-pages/R5 a run took from its start to its end, and waited before", () => {
  expect(minutes(log(...RUN))).toEqual([1, 3]);
  expect(minutes(log(...RUN.slice(0, 4)))).toEqual([undefined, 3]);
  expect(minutes(log(...RUN.slice(3)))).toEqual([1, undefined]);
  expect(minutes(log(RUN[0], moved("QA1", "PREQUEUE", "FAILED")))).toEqual([undefined, undefined]);
});

test("a move whose facts cannot be read is an event of its own", () => {
  expect(foldRuns(log({ detail: { job: 7 } }))).toMatchObject([{ is: "event" }]);
});
