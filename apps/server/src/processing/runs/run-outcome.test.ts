import { describe, expect, test } from "vitest";
import type { EndedTask } from "./ended-tasks.ts";
import { failedFilesOf, countTasks, filesFailed } from "./failed-tasks.ts";
import { missedBounds, type RunFacts, outcomeOf } from "./run-outcome.ts";
import { runOutputs } from "./publish-outputs.ts";

const task = (name: string, rest: Partial<EndedTask> = {}): EndedTask => ({
  name,
  kind: "tasks",
  key: "swath-run-1",
  task: 0,
  input: `${name}.laz`,
  ending: "succeeded",
  exitCode: 0,
  signal: null,
  node: null,
  started: null,
  ended: null,
  cpuSeconds: null,
  peakMemoryBytes: null,
  errors: [],
  outputs: [],
  measures: [],
  files: null,
  failedFiles: null,
  ...rest,
});
const failing = (name: string, rest: Partial<EndedTask> = {}) =>
  task(name, { ending: "failed", exitCode: 1, ...rest });
const facts = (rest: Partial<RunFacts>): RunFacts => ({
  area: "stage",
  stage: { tolerance: 0, accept: [], requireQA: false },
  tasks: [task("a")],
  collect: undefined,
  measures: [],
  ...rest,
});
const file = (path: string) => ({ path, bucket: "b", key: path, size: 1, xxh128: null });
const wrote = (...paths: string[]) =>
  paths.map((path) => ({ path, size: 1, xxh128: "0".repeat(32) }));
const measure = (name: string, value: number | null, rest: object = {}) => ({
  name,
  label: name,
  value,
  unit: "m",
  ...rest,
});

/** What misses of a measure that is not joined. */
const missedApart = (least: number, most: number) => {
  const apart = measure("rms", null, { tasks: { count: 12, least, most } });
  const accept = [
    { measure: "rms", least: 0.1, most: 1, otherwise: "QA" as const, optional: false },
  ];
  return missedBounds({ accept }, [apart]).map(({ reason }) => reason);
};

describe("the outcome of a run", () => {
  test("processing/V1 tells how tasks failed apart, and blames inputs only where every task does", () => {
    const tasks = [
      failing("a", { errors: [{ file: "a.laz", message: "no header" }] }),
      task("b", { ending: "outOfMemory", exitCode: null }),
      task("c", { ending: "signalled", signal: "SIGSEGV", exitCode: null }),
    ];
    expect(outcomeOf(facts({ tasks }))).toEqual({
      event: "fail",
      reason:
        "3 of 3 tasks failed: 1 exited with code 1, 1 needed more memory than its stage allows, 1 was ended by SIGSEGV",
      said: null,
      missedBound: false,
      publish: false,
      inputsAtFault: false,
      needsQA: false,
    });
    expect(outcomeOf(facts({ tasks: tasks.slice(0, 1) })).inputsAtFault).toBe(true);
  });

  test("processing/V2 one exit code 3 among others is a failure, not a missing program", () => {
    const none = failing("a", { exitCode: 3 });
    expect(outcomeOf(facts({ tasks: [none, none] })).event).toBe("lackProgram");
    expect(outcomeOf(facts({ tasks: [none, failing("b")] })).event).toBe("fail");
  });

  test.each([
    [0.5, "stage", "succeed"],
    [0.49, "stage", "finishWithErrors"],
    [0.49, "lms", "fail"],
    [0.5, "gps", "succeed"],
  ] as const)("processing/V3, V4 half failed, tolerance %d, %s: %s", (tolerance, area, event) => {
    const tasks = [task("a"), failing("b")];
    const stage = { tolerance, accept: [], requireQA: false };
    expect(outcomeOf(facts({ area, tasks, stage }))).toMatchObject({
      event,
      needsQA: event === "finishWithErrors",
    });
  });

  test("processing/V5 a collect call that failed refuses what the tasks left", () => {
    const collect = failing("collect", { errors: [{ file: "x", message: "no pair overlaps" }] });
    expect(outcomeOf(facts({ collect }))).toMatchObject({
      event: "fail",
      reason: "Its results were not accepted: it exited with code 1; no pair overlaps",
      said: "no pair overlaps",
      missedBound: false,
      publish: false,
    });
  });

  test("processing/V6 a bound that is only shown changes the reason alone; manual is for GPS and LMS", () => {
    const bound = (otherwise: "shown" | "QA" | "FAILED" | "MANUAL_PROCESSING_REQUIRED") =>
      facts({
        area: "gps",
        stage: {
          tolerance: 0,
          requireQA: false,
          accept: [{ measure: "gap", most: 1, otherwise, optional: false }],
        },
        measures: [measure("gap", 2.5, { unit: "s" })],
      });
    const reason = "gap is 2.5 s, at most 1 is allowed";
    expect(outcomeOf(bound("shown"))).toMatchObject({ event: "succeed", reason, publish: true });
    expect(outcomeOf(bound("shown")).needsQA).toBe(false);
    expect(outcomeOf(bound("shown"))).toMatchObject({ said: null, missedBound: false });
    for (const otherwise of ["QA", "FAILED"] as const)
      expect(outcomeOf(bound(otherwise))).toMatchObject({ said: reason, missedBound: true });
    expect(outcomeOf(bound("QA"))).toMatchObject({ event: "succeed", reason, needsQA: true });
    expect(outcomeOf(bound("FAILED"))).toMatchObject({ event: "fail", reason, publish: false });
    const manual = bound("MANUAL_PROCESSING_REQUIRED");
    expect(outcomeOf(manual)).toMatchObject({ event: "requireManual", reason, publish: true });
    expect(outcomeOf(manual)).toMatchObject({ said: reason, missedBound: true });
    expect(outcomeOf({ ...manual, area: "stage" }).event).toBe("fail");
    expect(outcomeOf({ ...manual, measures: [] }).reason).toBe("gap was not measured");
    const unmeasured = missedBounds(
      { accept: [{ measure: "gap", most: 1, otherwise: "FAILED", optional: true }] },
      [measure("control", 1), measure("other", 2)],
    );
    expect(unmeasured).toEqual([]);
    const nan = outcomeOf({ ...manual, measures: [measure("gap", NaN)] });
    expect(nan.event).toBe("requireManual");
  });

  test.each(["QA", "shown", "FAILED", "MANUAL_PROCESSING_REQUIRED"] as const)(
    "processing/V6 what was not measured misses a bound (%s), but for an optional one",
    (otherwise) => {
      const reasons = (measures: RunFacts["measures"], optional: boolean) =>
        missedBounds({ accept: [{ measure: "rms", most: 1, otherwise, optional }] }, measures).map(
          (missed) => missed.reason,
        );
      for (const measures of [[], [measure("rms", null)]]) {
        expect(reasons(measures, false)).toEqual(["rms was not measured"]);
        expect(reasons(measures, true)).toEqual([]);
      }
      expect(reasons([measure("rms", 0.5)], false)).toEqual([]);
    },
  );

  test("processing/V6 of a measure that is not joined no task may miss the bound", () => {
    expect(missedApart(0.2, 0.9)).toEqual([]);
    expect(missedApart(0.2, 1.5)).toEqual([
      "rms is 1.5 m in one of 12 tasks, at most 1 is allowed",
    ]);
    expect(missedApart(0.02, 0.9)).toEqual([
      "rms is 0.02 m in one of 12 tasks, at least 0.1 is needed",
    ]);
  });

  test("a stage that always needs QA needs it within its bounds too", () => {
    const stage = { tolerance: 0, accept: [], requireQA: true };
    expect(outcomeOf(facts({ stage }))).toMatchObject({ event: "succeed", needsQA: true });
  });

  test.each([
    [1, 10, 0.1, "stage", "succeed"],
    [2, 10, 0.1, "stage", "finishWithErrors"],
    [2, 10, 0.1, "lms", "fail"],
    [10, 10, 1, "stage", "fail"],
  ] as const)(
    "processing/V7 %d of %d files failed, tolerance %d, %s: %s",
    (failed, files, tolerance, area, event) => {
      const part = failing("all", { files, failedFiles: failed, outputs: wrote("index.json") });
      const stage = { tolerance, accept: [], requireQA: false };
      const outcome = outcomeOf(facts({ area, stage, tasks: [part] }));
      expect(outcome).toMatchObject({ event, publish: event !== "fail" });
      if (failed < files) expect(outcome.reason).toBe(`${failed} of ${files} files failed`);
      const left = runOutputs({ outputs: [] }, [part], undefined);
      expect("files" in left && left.files).toHaveLength(failed < files ? 1 : 0);
    },
  );

  test("processing/V7 a task that left nothing, or was killed, failed as a whole", () => {
    const part = { files: 10, failedFiles: 1 };
    const stage = { tolerance: 0.5, accept: [], requireQA: false };
    const of = (rest: Partial<EndedTask>) =>
      outcomeOf(facts({ stage, tasks: [failing("all", { ...part, ...rest })] })).event;
    expect(of({})).toBe("fail");
    expect(of({ ending: "outOfTime", outputs: wrote("index.json") })).toBe("fail");
  });
});

test("failed files: each file with its messages; a task that said nothing by its own file", () => {
  const said = failing("a", {
    errors: [
      { file: "a.laz", message: "one" },
      { file: "b.laz", message: "two" },
      { file: "a.laz", message: "three" },
    ],
  });
  const killed = task("c", { ending: "outOfTime", exitCode: null });
  expect(failedFilesOf([said, killed])).toEqual([
    { file_names: ["a.laz"], failure_message: ["one", "three"] },
    { file_names: ["b.laz"], failure_message: ["two"] },
    { file_names: ["c.laz"], failure_message: ["c took longer than its stage allows"] },
  ]);
  expect(failedFilesOf(Array.from({ length: 2_000 }, () => killed))).toHaveLength(1_000);
});

test("outputs: the first pattern that matches names the kind; the collect call replaces", () => {
  const outputs = [
    { glob: "*.json", kind: "table" as const },
    { glob: "*.png", kind: "preview" as const },
  ];
  const a = task("a", { outputs: wrote("pairs.json", "z.bin") });
  const b = task("b", { outputs: wrote("b.png") });
  const collect = task("collect", { kind: "collect", outputs: wrote("pairs.json") });
  const left = runOutputs({ outputs }, [a, b], collect);
  expect("files" in left && left.files.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
    "b.png preview",
    "pairs.json table",
    "z.bin other",
  ]);
  expect(runOutputs({ outputs }, [a, task("c", { outputs: wrote("z.bin") })], undefined)).toEqual({
    clash: "z.bin",
  });
});

test("files that a task failed in are known by path or name; a word besides them means all of it", () => {
  const inputs = { points: ["x/a.laz", "x/b.laz", "c.laz"].map(file), plan: [file("plan.kmz")] };
  const failed = (...files: string[]) =>
    filesFailed(
      inputs,
      files.map((name) => ({ file: name, message: "" })),
    );
  expect(failed("a.laz", "c.laz", "a.laz")).toEqual({ files: 3, failedFiles: 2 });
  expect(failed("x/b.laz")).toEqual({ files: 3, failedFiles: 1 });
  expect(failed("a.laz", "GPS")).toEqual({ files: null, failedFiles: null });
  expect(failed()).toEqual({ files: null, failedFiles: null });
});

test("a task that failed in some of its files counts as these", () => {
  const part = failing("all", { files: 10, failedFiles: 2, outputs: wrote("index.json") });
  expect(countTasks([part, task("a"), failing("b")])).toEqual({ succeeded: 9, failed: 3 });
});
