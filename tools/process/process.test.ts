import type { FlightRuns, RunningJob } from "@swath/contract/processing";
import { describe, expect, test } from "vitest";
import { exitCodeOf, jobLine, jobToOrder } from "./follow-jobs.ts";
import { processOrRefuse } from "./process-flight.ts";
import { readOptions } from "./read-options.ts";
import { Refused } from "./service.ts";

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
  expectedEnd: null,
  ...rest,
});
const processing = (rest: Partial<FlightRuns[number]>): FlightRuns[number] => ({
  processingId: "p",
  flightId: "FL000101",
  sensorId: "SL000101",
  projectId: null,
  aoiNo: null,
  template: "LiDAR",
  waitsFor: null,
  jobs: [],
  ...rest,
});
const of = (...jobs: RunningJob[]) => processing({ jobs });

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
      { name: "n", label: "Points", value: 6_863_421, unit: "" },
      { name: "dz", label: "Shift", value: null, unit: "m", most: 1 },
      { name: "plan", label: "Plan", value: null, unit: "" },
      {
        name: "apart",
        label: "Apart",
        value: null,
        unit: "m",
        tasks: { count: 3, least: 1, most: 2 },
      },
    ],
    accepted: [
      { measure: "rms", least: null, most: 0.04, optional: false },
      { measure: "plan", least: null, most: 0, optional: true },
    ],
  } as unknown as NonNullable<RunningJob["latest"]>;
  expect(jobLine(job("ICP1_MineIP1", "COMPLETED", { latest, reason: "2 of 6 tasks failed" }))).toBe(
    "ICP1_MineIP1    COMPLETED     1.5 s  6 tasks, 2 failed  Pair RMS 0.04322 m (≤ 0.04, MISSED); Ground share 0.2 (≥ 0.3, MISSED); Points 6,863,421; Shift not measured (≤ 1, MISSED); Plan not measured (≤ 0); Apart 1 to 2 m of 3 tasks, not joined  2 of 6 tasks failed",
  );
});

const UNDER_WAY = { tasks: 1, failed: 0, attempt: 1, outcome: null } as unknown as NonNullable<
  RunningJob["latest"]
>;
const PACE = { poll: 1, quiet: 15, missing: 30 };
const OPTIONS = readOptions(["FL000101"])!;

/** A server that answers one state after the other, the last one for ever. */
function scripted(...states: FlightRuns[]) {
  const ordered: string[] = [];
  const printed: string[] = [];
  const errors: string[] = [];
  let at = 0;
  const service = {
    runsOf: async () => states[Math.min(at++, states.length - 1)]!,
    order: async (_: string, name: string) => void ordered.push(name),
    completeQA: async () => {},
  };
  const output = {
    print: (line: string) => void printed.push(line),
    printError: (line: string) => void errors.push(line),
  };
  const run = (options = OPTIONS) => processOrRefuse(service, options, output, PACE);
  return { service, run, ordered, printed, errors, polls: () => at };
}

describe("the exit code", () => {
  test("0: all is done; jobs that were done before are printed too, with their lines", async () => {
    const gps = job("GPS", "COMPLETED", { area: "gps" });
    const pi1 = (status: RunningJob["status"], rest = {}) => job("PI1", status, rest);
    const { run, ordered, printed } = scripted(
      [of(gps, pi1("NOT_COMMENCED"))],
      [of(gps, pi1("RUNNING", { latest: UNDER_WAY }))],
      [of(gps, pi1("COMPLETED"))],
    );
    expect(await run()).toBe(0);
    expect(ordered).toEqual(["PI1"]);
    expect(printed.map((line) => line.split(/ +/, 2).join(" "))).toEqual([
      "GPS COMPLETED",
      "PI1 COMPLETED",
    ]);
  });

  test("1: something failed; what failed before and is ordered again is printed once", async () => {
    const failed = [of(job("PI1", "FAILED", { reason: "now", latest: UNDER_WAY }))];
    const { run, printed } = scripted([of(job("PI1", "FAILED", { reason: "before" }))], failed);
    expect(await run()).toBe(1);
    expect(printed.map((line) => line.includes("now"))).toEqual([true]);
  });

  test("2: the flight has no processing, or the server refuses", async () => {
    const none = scripted([]);
    expect(await none.run()).toBe(2);
    expect(none.errors).toEqual(["There is no processing of FL000101 to order this for."]);
    const refusing = scripted([of(job("PI1", "FAILED"))]);
    refusing.service.order = async () => {
      throw new Refused("the template is locked");
    };
    expect(await refusing.run()).toBe(2);
    expect(refusing.errors).toEqual(["Not ordered: the template is locked."]);
  });

  test("3: QA is waited for", async () => {
    const gps = job("GPS", "COMPLETED", { waitsForQA: true });
    expect(await scripted([of(gps, job("LMS", "NOT_COMMENCED"))]).run()).toBe(3);
  });

  test("4: an upload is missing: nothing is ordered, the reason is printed, it ends", async () => {
    const waitsFor = "Waits for the upload LiDAR (Uploading)";
    const { run, ordered, errors } = scripted([
      processing({ waitsFor, jobs: [job("GPS", "NOT_COMMENCED")] }),
    ]);
    expect(await run()).toBe(4);
    expect(ordered).toEqual([]);
    expect(errors).toEqual(["Nothing runs. It waits:", `  SL000101: ${waitsFor}`]);
  });

  test("4: a stage that was ordered waits for its data", async () => {
    const reason = "Waits for the calibration record";
    const waiting = [of(job("GPS", "QUEUED", { reason }))];
    const { run, errors } = scripted([of(job("GPS", "NOT_COMMENCED"))], waiting);
    expect(await run(readOptions(["FL000101", "--stage", "GPS"]))).toBe(4);
    expect(errors).toEqual([`GPS: ${reason}`, "Nothing runs. It waits:", `  GPS: ${reason}`]);
  });

  test("1 goes before 4: what waits for a job that failed is not waiting for data", async () => {
    const reason = "Waits for GPS, which is 'Failed': it has to be run again or judged";
    const jobs = [of(job("GPS", "FAILED"), job("LMS", "QUEUED", { reason }))];
    const { run } = scripted([of(job("GPS", "NOT_COMMENCED"))], jobs);
    expect(await run()).toBe(1);
  });

  test("--wait follows until the data is there", async () => {
    const missing = [processing({ waitsFor: "Waits for x", jobs: [job("GPS", "NOT_COMMENCED")] })];
    const states = Array.from({ length: 100 }, () => missing);
    const { run, polls } = scripted(...states, [of(job("GPS", "COMPLETED"))]);
    expect(await run(readOptions(["FL000101", "--wait"]))).toBe(0);
    expect(polls()).toBeGreaterThan(100);
  });

  test("it does not end while an earlier job of the stage's runs", async () => {
    const gps = job("GPS", "RUNNING", { latest: UNDER_WAY });
    const waiting = [of(gps, job("PI1", "PREQUEUE", { reason: "Waits for GPS (Running)" }))];
    const states = Array.from({ length: 100 }, () => waiting);
    const done = [of(job("GPS", "COMPLETED"), job("PI1", "COMPLETED"))];
    const { run, polls } = scripted(...states, done);
    expect(await run(readOptions(["FL000101", "--stage", "PI1"]))).toBe(0);
    expect(polls()).toBeGreaterThan(100);
  });
});
