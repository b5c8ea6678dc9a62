import type { FlightRuns, RunningJob } from "@swath/contract/processing";
import { describe, expect, test } from "vitest";
import { exitCodeOf, jobLine, jobToOrder } from "./follow-jobs.ts";
import { readOptions } from "./read-options.ts";

const job = (
  name: string,
  status: RunningJob["status"],
  rest: Partial<RunningJob> = {},
): RunningJob => ({
  name,
  label: name,
  area: "stage",
  status,
  reason: null,
  waitsForQA: false,
  failedFiles: [],
  latest: null,
  ...rest,
});
const of = (...jobs: RunningJob[]) => ({ jobs }) as unknown as FlightRuns[number];

test("words: a flight, a stage with its parameters; what is not understood is refused", () => {
  expect(readOptions(["FL000101"])).toMatchObject({ flightId: "FL000101", stage: undefined });
  expect(
    readOptions([
      "FL000101",
      "--stage",
      "PI1",
      "--param",
      "cell=0.5",
      "--param",
      "datum=AHD",
      "--qa",
    ]),
  ).toMatchObject({ stage: "PI1", params: { cell: 0.5, datum: "AHD" }, completesQA: true });
  for (const words of [
    [],
    ["FL1"],
    ["FL000101", "x"],
    ["FL000101", "--param", "a=1"],
    ["FL000101", "--no"],
  ])
    expect(readOptions(words)).toBeUndefined();
});

describe("what is ordered", () => {
  test("the first job that is neither done nor under way", () => {
    const done = job("GPS", "COMPLETED");
    expect(jobToOrder(of(done, job("LMS", "NOT_APPLICABLE"), job("PI1", "FAILED")))?.name).toBe(
      "PI1",
    );
    expect(
      jobToOrder(of(done, job("PI1", "RUNNING"), job("ICP1", "NOT_COMMENCED"))),
    ).toBeUndefined();
    expect(
      jobToOrder(of(job("GPS", "COMPLETED", { waitsForQA: true }), job("PI1", "NOT_COMMENCED"))),
    ).toBeUndefined();
    expect(jobToOrder(of(done))).toBeUndefined();
  });

  test("the stage that is named, whatever its status", () => {
    expect(jobToOrder(of(job("GPS", "COMPLETED"), job("PI1", "COMPLETED")), "PI1")?.name).toBe(
      "PI1",
    );
  });
});

test.each([
  [["COMPLETED", "NOT_COMMENCED"], 0],
  [["COMPLETED", "FAILED"], 1],
  [["COMPLETED_WITH_ERRORS"], 1],
  [["UNAVAILABLE"], 1],
  [["MANUAL_PROCESSING_REQUIRED"], 3],
  [["MANUAL_PROCESSING_REQUIRED", "CANCELLED"], 1],
  [["QA_COMPLETED_WITH_ERRORS", "IGNORE"], 0],
] as const)("jobs that are %j end the command with %d", (statuses, code) => {
  expect(exitCodeOf(statuses.map((status, index) => job(`J${index}`, status)))).toBe(code);
});

test("a job that waits for its QA ends the command with 3", () => {
  expect(exitCodeOf([job("GPS", "COMPLETED", { waitsForQA: true })])).toBe(3);
});

test("a line names status, time, tasks and measures with their bounds", () => {
  const latest = {
    tasks: 6,
    failed: 2,
    started: "2026-11-22T10:00:00.000Z",
    ended: "2026-11-22T10:00:01.500Z",
    measures: [
      { name: "rms", label: "Pair RMS", value: 0.043219, unit: "m", most: 0.05 },
      { name: "share", label: "Ground share", value: 0.2, unit: "", least: 0.3 },
      { name: "n", label: "Points", value: 1_000_000, unit: "" },
    ],
  } as unknown as NonNullable<RunningJob["latest"]>;
  expect(jobLine(job("ICP1_MineIP1", "COMPLETED", { latest, reason: "2 of 6 tasks failed" }))).toBe(
    "ICP1_MineIP1    COMPLETED     1.5 s  6 tasks, 2 failed  Pair RMS 0.04322 m (≤ 0.05); Ground share 0.2 (≥ 0.3, MISSED); Points 1000000  2 of 6 tasks failed",
  );
});
