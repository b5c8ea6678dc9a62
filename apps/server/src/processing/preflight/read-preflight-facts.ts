import { setTimeout as sleep } from "node:timers/promises";
import { basename } from "node:path";
import { sql } from "kysely";
import type { StageFile } from "@swath/contract/processing";
import { isDone, type ProcessingJob } from "../../domain/processing/move-job-status.ts";
import { currentLMSVersion } from "../../domain/settings/lms-version.ts";
import { type Capacity, EngineUnreachable } from "../../platform/compute/compute-engine.ts";
import { commandArguments } from "../stages/command-arguments.ts";
import {
  supportsLMS,
  type RequiredJob,
  requiredJobs,
  waitingFor,
} from "../stages/required-inputs.ts";
import { planRun, type Planned } from "../runs/run-plan.ts";
import type { RunDeps } from "../processing-deps.ts";
import type { KnownStage } from "../stages/stage-catalogue.ts";
import { cloudSystems, missingOf } from "./file-heads.ts";
import type {
  CalibrationFacts,
  CoordinateFacts,
  EngineFacts,
  InputFacts,
  PreflightFacts,
  SpaceFacts,
} from "./preflight-facts.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

export type PreflightDeps = Pick<
  RunDeps,
  "db" | "store" | "buckets" | "engine" | "records" | "programs"
>;

/** A job that is to be ordered; its processing may be one that is not made yet. */
export interface Candidate {
  readonly processing: Processing;
  readonly job: Pick<ProcessingJob, "name" | "label" | "area">;
  /** All jobs of the processing. */
  readonly jobs: readonly (RequiredJob & Pick<ProcessingJob, "area">)[];
  readonly stage: KnownStage | undefined;
  /** Its last attempt: where that is kept, and its number; undefined before the first. */
  readonly last: { readonly id: string; readonly attempt: number } | undefined;
}

/** An engine that takes longer counts as one that does not answer. */
const ENGINE_MS = 800;
/** Tasks of the last attempt whose outputs are summed. */
const MOST_TASKS = 20_000;

const readsOf = ({ inputs }: StageFile, source: string): boolean =>
  Object.values(inputs).some(({ from }) => from === source);

async function inputFacts(deps: PreflightDeps, planned: Planned | undefined): Promise<InputFacts> {
  if (planned === undefined) return { waits: "" };
  if ("waits" in planned) return planned;
  if ("fault" in planned) return planned;
  const { inputs, inputFiles: files, inputBytes: bytes, tasks } = planned.plan;
  // Records are written when a run begins.
  const data = Object.values(inputs)
    .flat()
    .filter(({ key }) => !key.includes("/.records/"));
  return { files, bytes, tasks: tasks.length, ...(await missingOf(deps, data)) };
}

/** EO and LMS georeference their outputs, the first stages clouds that have no coordinate system. */
const placesPoints = (file: StageFile, { job }: Candidate): boolean =>
  job.area !== "gps" && readsOf(file, "processing");

async function coordinateFacts(
  deps: PreflightDeps,
  candidate: Candidate,
  planned: Planned | undefined,
  params: Readonly<Record<string, string | number>>,
): Promise<CoordinateFacts | null> {
  const file = candidate.stage?.file;
  if (file === undefined || !placesPoints(file, candidate)) return null;
  const inputs =
    planned !== undefined && "plan" in planned ? Object.values(planned.plan.inputs).flat() : [];
  const { epsg } = await deps.records.coordinates(candidate.processing);
  const parameter = Number(params["epsg"] ?? file.params["epsg"]?.default ?? 0);
  return {
    ...(await cloudSystems(deps, inputs)),
    parameter: parameter > 0 ? parameter : null,
    project: epsg,
    hasParameter: "epsg" in file.params,
  };
}

async function calibrationFacts(
  { db, records }: PreflightDeps,
  { processing, stage, last }: Candidate,
): Promise<CalibrationFacts | null> {
  if (stage === undefined || !readsOf(stage.file, "calibration")) return null;
  const lmsVersion = await currentLMSVersion(db);
  const taken = await records.renewedCalibration(processing);
  const former = last === undefined ? undefined : await records.calibration(processing);
  return { taken, former, lmsVersion, supported: supportsLMS(lmsVersion, taken) };
}

/** The size of the last attempt's outputs; 0 without one. */
async function outputBytes({ db }: PreflightDeps, { last }: Candidate): Promise<number> {
  if (last === undefined) return 0;
  const { rows } = await sql<{ bytes: number }>`
    SELECT coalesce(sum((o ->> 'size')::float8), 0)::float8 AS bytes
    FROM (SELECT outputs FROM run_tasks WHERE run_id = ${last.id} LIMIT ${MOST_TASKS}) AS t,
      jsonb_array_elements(t.outputs) AS o`.execute(db);
  return rows[0]!.bytes;
}

async function spaceFacts(
  deps: PreflightDeps,
  candidate: Candidate,
  inputs: InputFacts,
  capacity: Capacity | undefined,
): Promise<SpaceFacts> {
  const read = "bytes" in inputs ? inputs.bytes : 0;
  const needed = (await outputBytes(deps, candidate)) || read;
  return {
    needed: needed === 0 ? null : needed,
    store: (await deps.store.freeBytes()) ?? null,
    scratch: capacity?.scratchBytes ?? null,
  };
}

/** Undefined if the engine does not answer in time. */
async function answerOf<T>(asked: Promise<T>): Promise<T | undefined> {
  const answered = asked.catch((error: unknown) => {
    if (error instanceof EngineUnreachable) return undefined;
    throw error;
  });
  return Promise.race([answered, sleep(ENGINE_MS, undefined, { ref: false })]);
}

async function engineFacts(
  { engine, programs }: PreflightDeps,
  { stage, processing }: Candidate,
): Promise<EngineFacts> {
  const facts = {
    ...programs,
    params: {},
    sensor: processing.sensor ?? "",
    flight: "",
    failed: "",
  };
  const [program = ""] = commandArguments(stage?.file.command ?? [], facts);
  const [capacity, found] = await Promise.all([
    answerOf(engine.capacity()),
    answerOf(engine.hasProgram(program)),
  ]);
  // Its path on the machine is the operator's concern.
  const name = program === programs.node ? "Node.js of Swath" : basename(program);
  return { kind: engine.kind, capacity, program: { name, found: found ?? null } };
}

/** Reads the facts of a preflight, and plans the run as its order would. */
export async function readFacts(
  deps: PreflightDeps,
  candidate: Candidate,
  params: Readonly<Record<string, string | number>>,
): Promise<{ readonly facts: PreflightFacts; readonly planned: Planned | undefined }> {
  const { processing, job, jobs, stage, last } = candidate;
  const [planned, engine, calibration] = await Promise.all([
    stage && planRun(deps, processing, stage, (last?.attempt ?? 0) + 1, { isPreview: true }),
    engineFacts(deps, candidate),
    calibrationFacts(deps, candidate),
  ]);
  const [inputs, coordinates] = await Promise.all([
    inputFacts(deps, planned),
    coordinateFacts(deps, candidate, planned, params),
  ]);
  const needed = stage === undefined ? [] : requiredJobs(stage.file, jobs);
  const facts = {
    job,
    sensor: processing.sensor,
    stage: stage?.file,
    before: needed.filter((each) => !isDone(each)).map(waitingFor),
    inputs,
    coordinates,
    calibration,
    space: await spaceFacts(deps, candidate, inputs, engine.capacity),
    engine,
  };
  return { facts, planned };
}
