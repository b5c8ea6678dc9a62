import { type StageFile, stageFileSchema } from "@swath/contract/processing";
import { describe, expect, test } from "vitest";
import type { ProcessingJob } from "../../domain/processing/move-job-status.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";
import type { LostTask, RunState } from "../../platform/compute/compute-engine.ts";
import { decideMoves, type Facts } from "./decide-moves.ts";
import type { OpenOrder, OpenRun, OpenSubmission } from "./open-work.ts";

const NOW = new Date("2026-11-22T10:00:00Z");
const at = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);

const stage = (name: string, rest: Partial<StageFile> | object = {}): StageFile =>
  stageFileSchema.parse({
    name,
    label: name,
    version: 1,
    inputs: { points: { from: "upload:LiDAR", glob: "*.laz" } },
    tasks: "once",
    command: ["x"],
    outputs: [{ glob: "*.json", kind: "report" }],
    ...rest,
  });
const STAGES = [
  stage("GPS"),
  stage("LMS", { inputs: { track: { from: "GPS" } } }),
  stage("PI1", {
    sensors: "Terrain*",
    inputs: { cloud: { from: "LMS" } },
    params: { cell: { type: "number", label: "Cell", default: 1, least: 0.1, most: 10 } },
  }),
  stage("ICP1", { inputs: { index: { from: "PI1" }, track: { from: "GPS" } } }),
];
const catalogue: Facts["catalogue"] = {
  stages: new Map(STAGES.map((file) => [file.name, { file, sha256: "0" }])),
  templates: new Map(),
};
const decide = (facts: Omit<Facts, "catalogue" | "now">) =>
  decideMoves({ catalogue, now: NOW, ...facts });

const processing = (rest: Partial<Processing> = {}) =>
  ({
    active: true,
    deleted_superseded: false,
    archive_path: null,
    sensor: "Terrain Mapper 045",
    ...rest,
  }) as Processing;

type Statuses = Readonly<Record<string, ProcessingJob["status"] | Partial<ProcessingJob>>>;

function jobOf(name: string, rest: Partial<ProcessingJob>): ProcessingJob {
  const area = name === "GPS" ? "gps" : name === "LMS" ? "lms" : "stage";
  const known = { active: true, require_qa: false, qa_user: null };
  return { id: name, name, label: name, area, ...known, ...rest } as ProcessingJob;
}

/** Jobs by their names; GPS and LMS are of the areas of these names. */
const jobsOf = (statuses: Statuses): ProcessingJob[] =>
  Object.entries(statuses).map(([name, given]) =>
    jobOf(name, typeof given === "string" ? { status: given } : given),
  );

const openOrder = (name: string, statuses: Statuses, rest: object = {}): OpenOrder => {
  const jobs = jobsOf(statuses);
  const job = jobs.find((each) => each.name === name)!;
  const order = { id: "1", params: {} } as OpenOrder["order"];
  return { order, job, jobs, processing: processing(), lastAttempt: 0, ...rest };
};
const said = (open: OpenOrder, etas: Facts["etas"] = new Map()) => {
  const [move] = decide({ orders: [open], etas }).orders;
  const { open: own, ...rest } = move!;
  expect(own).toBe(open);
  return rest;
};
const order = (params: object) => ({ order: { id: "1", params } as OpenOrder["order"] });

const eta = (minutes: number) => ({ at: at(minutes), runs: 1 });

const LOST: LostTask[] = [{ task: 0, ending: "nodeLost", node: null, reason: "gone" }];
const state = (phase: RunState["phase"], rest: Partial<RunState> = {}): RunState => ({
  phase,
  reason: null,
  expectedStart: null,
  lost: [],
  ...rest,
});
const submission = (rest: Partial<OpenSubmission> = {}): OpenSubmission =>
  ({
    key: "k",
    job_id: "j",
    area: "stage",
    job_status: "RUNNING",
    job_reason: null,
    state: "accepted",
    tasks: 2,
    submitted: 1,
    missed: 0,
    done: 0,
    waiting: null,
    expected_start: null,
    ...rest,
  }) as OpenSubmission;
const movesOf = (rest: Partial<OpenSubmission>, engine: OpenRun["engine"], results?: number) => {
  const own = submission(rest);
  const run = { submission: own, engine, ...(results === undefined ? {} : { results }) };
  return decide({ runs: [run] }).runs.map(({ submission: of, ...move }) => {
    expect(of).toBe(own);
    return move;
  });
};
const steps = (...given: Parameters<typeof movesOf>) =>
  movesOf(...given).filter(({ kind }) => kind !== "progress");
const progress = (...given: Parameters<typeof movesOf>) =>
  movesOf(...given).flatMap((move) => (move.kind === "progress" ? [move.progress] : []))[0];

const waits = (reason: string | null, minutes?: number) =>
  progress(
    { job_status: "QUEUED" },
    state("waiting", {
      reason,
      expectedStart: minutes === undefined ? null : at(minutes),
    }),
  )?.waiting;

describe("a record whose jobs changed", () => {
  const QA = { status: "COMPLETED", require_qa: true } as const;
  const READY = { GPS: "COMPLETED", LMS: "NOT_COMMENCED" } as const;
  type Rest = { readonly is?: Partial<Processing>; readonly published?: readonly string[] };
  const cases: [string, Statuses, string[], Rest?][] = [
    ["A2 a job starts once the job that it requires is done", READY, ["order LMS"]],
    [
      "A2 a job waits for each job that it requires",
      { GPS: "RUNNING", LMS: "COMPLETED", PI1: "COMPLETED", ICP1: "NOT_COMMENCED" },
      [],
    ],
    ["A2 a result that needs QA is not done", { LMS: QA, PI1: "NOT_COMMENCED" }, []],
    [
      "A2 a result whose QA is completed is done",
      { LMS: { ...QA, status: "QA_COMPLETED", qa_user: "Casey" }, PI1: "NOT_COMMENCED" },
      ["order PI1"],
    ],
    [
      "A2 a job that does not apply is not waited for",
      { GPS: "COMPLETED", PI1: "NOT_APPLICABLE", ICP1: "NOT_COMMENCED" },
      ["order ICP1"],
    ],
    ["A2 a job that requires no other does not start by itself", { GPS: "NOT_COMMENCED" }, []],
    [
      "A2 after manual work on LMS a person sends the processing on",
      { LMS: "MANUALLY_PROCESSED", PI1: "NOT_COMMENCED" },
      [],
    ],
    [
      "A2 after manual work on a stage the next one starts",
      { GPS: "COMPLETED", PI1: "MANUALLY_PROCESSED", ICP1: "NOT_COMMENCED" },
      ["order ICP1"],
    ],
    [
      "A2 a superseded job does not start",
      { GPS: "COMPLETED", LMS: { status: "NOT_COMMENCED", active: false } },
      [],
    ],
    ["A2 a superseded processing does not go on", READY, [], { is: { active: false } }],
    ["A2 an archived processing does not go on", READY, [], { is: { archive_path: "s3://a/b" } }],
    [
      "A3 the outputs of a job that was reset are withdrawn before it starts",
      READY,
      ["withdraw LMS", "order LMS"],
      { published: ["GPS", "LMS"] },
    ],
    [
      "A3 they are withdrawn of a superseded processing, too",
      { GPS: "NOT_COMMENCED" },
      ["withdraw GPS"],
      { is: { active: false }, published: ["GPS"] },
    ],
  ];
  test.each(cases)("orchestrate/%s", (_, statuses, moves, { is = {}, published = [] } = {}) => {
    const record = {
      processing: processing(is),
      jobs: jobsOf(statuses),
      published: new Set(published),
    };
    const { records } = decide({ records: [record] });
    expect(records.map(({ kind, job }) => `${kind} ${job.name}`)).toEqual(moves);
  });
});

describe("an order", () => {
  test("processing/O1 whose job has moved on is dropped", () => {
    expect(said(openOrder("PI1", { LMS: "COMPLETED", PI1: "CANCELLED" }))).toEqual({
      kind: "drop",
    });
    expect(said(openOrder("GPS", { GPS: "RUNNING" }))).toEqual({ kind: "drop" });
  });

  test("processing/O4 without a program ends its job", () => {
    const end = { kind: "end", event: "lackProgram" };
    const other = openOrder("DEL9", { DEL9: "PREQUEUE" });
    expect(said(other)).toEqual({ ...end, reason: "No stage file DEL9 is installed" });
    const sensor = { processing: processing({ sensor: "Galaxy 1" }) };
    expect(said(openOrder("PI1", { LMS: "COMPLETED", PI1: "PREQUEUE" }, sensor))).toEqual({
      ...end,
      reason: "No program of PI1 processes recordings of Galaxy 1",
    });
  });

  test("processing/O4 with faulty parameters ends its job, once the jobs before it are done", () => {
    const faulty = order({ cell: 0 });
    expect(said(openOrder("PI1", { LMS: "COMPLETED", PI1: "PREQUEUE" }, faulty))).toEqual({
      kind: "end",
      event: "fail",
      reason: "cell must be at least 0.1",
    });
    expect(said(openOrder("PI1", { LMS: "RUNNING", PI1: "PREQUEUE" }, faulty)).kind).toBe("wait");
  });

  test("processing/O4 waits for the first job that is not done, until the ETA of the last", () => {
    const open = openOrder("ICP1", { GPS: "RUNNING", PI1: "QUEUED", ICP1: "PREQUEUE" });
    expect(said(open)).toEqual({ kind: "wait", reason: "Waits for GPS (Running)" });
    expect(said(open, new Map([["GPS", eta(5)]])).kind).toBe("wait");
    const both = new Map([
      ["GPS", eta(5)],
      ["PI1", eta(12)],
    ]);
    expect(said(open, both)).toEqual({
      kind: "wait",
      reason: "Waits for GPS (Running); expected to start in about 12 min",
    });
  });

  test("processing/O4 whose input was missing a moment ago waits for it without another look", () => {
    const ready = { LMS: "COMPLETED", PI1: "PREQUEUE" } as const;
    const deferred = { deferred: "Waits for data" };
    expect(said(openOrder("PI1", ready, deferred))).toEqual({
      kind: "wait",
      reason: "Waits for data",
    });
  });

  test("processing/O2 that is ready is submitted, with the defaults of its stage", () => {
    const open = openOrder("PI1", { LMS: "COMPLETED", PI1: "PREQUEUE" }, order({}));
    expect(said(open)).toEqual({
      kind: "submit",
      stage: catalogue.stages.get("PI1"),
      params: { cell: 1 },
    });
  });
});

describe("a run", () => {
  const cases: [
    string,
    Partial<OpenSubmission>,
    OpenRun["engine"],
    number | undefined,
    object[],
  ][] = [
    [
      "S1 of a cancelled job is cancelled before its engine is asked",
      { job_status: "CANCELLED" },
      "notAsked",
      undefined,
      [{ kind: "cancel" }],
    ],
    [
      "S1 of a cancelled job is cancelled, though it was never handed over",
      { job_status: "CANCELLED", state: "written" },
      "notAsked",
      undefined,
      [{ kind: "cancel" }],
    ],
    [
      "S2 that is written is handed to the engine",
      { job_status: "QUEUING", state: "written" },
      "notAsked",
      undefined,
      [{ kind: "enqueue" }],
    ],
    ["S2 that is accepted waits for the engine's answer", {}, "notAsked", undefined, []],
    ["S3 that is unknown for the second time stays", { missed: 1 }, "unknown", undefined, []],
    [
      "S3 that is unknown for the third time is submitted again",
      { missed: 2 },
      "unknown",
      1,
      [{ kind: "requeue" }],
    ],
    [
      "S3 that is lost with all its results counts",
      { missed: 2 },
      "unknown",
      2,
      [{ kind: "finish", lost: [] }],
    ],
    [
      "S3 that was submitted five times is finished",
      { missed: 2, submitted: 5 },
      "unknown",
      0,
      [{ kind: "finish", lost: [] }],
    ],
    ["S4 whose engine does not answer stays", { missed: 2 }, "unreachable", undefined, []],
    [
      "S5 that ended is finished, with the tasks that the engine lost",
      {},
      state("ended", { lost: LOST }),
      undefined,
      [{ kind: "finish", lost: LOST }],
    ],
    [
      "S5 that runs starts its job",
      { job_status: "QUEUED" },
      state("running"),
      undefined,
      [{ kind: "follow", event: "start" }],
    ],
    ["S5 that runs leaves a running job", {}, state("running"), undefined, []],
    [
      "S5 that is held holds its job",
      {},
      state("held"),
      undefined,
      [{ kind: "follow", event: "hold" }],
    ],
    [
      "S5 that waits again releases its job",
      { job_status: "ON_HOLD" },
      state("waiting"),
      undefined,
      [{ kind: "follow", event: "release" }],
    ],
  ];
  test.each(cases)("orchestrate/%s", (_, rest, engine, results, moves) => {
    expect(steps(rest, engine, results)).toEqual(moves);
  });

  test("processing/S3 that is unknown has it counted, and one that is known again forgets it", () => {
    expect(progress({}, "unknown")).toMatchObject({ missed: 1 });
    expect(progress({ missed: 2 }, state("running"))).toMatchObject({ missed: 0 });
  });

  test("processing/S4 whose engine does not answer says so, and nothing else changes", () => {
    const before = { missed: 2, done: 1, expected_start: at(3) };
    expect(progress(before, "unreachable")).toEqual({
      key: "k",
      job: "j",
      missed: 2,
      done: 1,
      waiting: "The compute engine does not answer",
      expected: at(3).toISOString(),
    });
  });

  test("processing/S5 that waits says why, and when it probably starts", () => {
    expect(waits(null)).toBe("Waits for its turn");
    expect(waits("All processors are taken", 10)).toBe(
      "All processors are taken; expected to start in about 10 min",
    );
    expect(waits(null, 0.2)).toBe("Waits for its turn; expected to start within a minute");
  });

  test("processing/S5 that runs reports its results where they were counted, and only changes", () => {
    expect(progress({ done: 1 }, state("running"), 2)).toMatchObject({ done: 2, waiting: null });
    expect(progress({ done: 1 }, state("running"))).toBeUndefined();
    expect(progress({ job_reason: "another's" }, state("running"))).toMatchObject({
      waiting: null,
    });
  });
});
