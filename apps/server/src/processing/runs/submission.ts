import {
  type RunFile,
  type RunTask,
  type StageFile,
  stageFileSchema,
} from "@swath/contract/processing";
import type { Insertable } from "kysely";
import type { Database } from "../../platform/postgres/schema.ts";
import type { SubmissionKind } from "./runs.tables.ts";
import type { InputFiles } from "../inputs/input-file.ts";
import type { RunDeps } from "../processing-deps.ts";
import { commandArguments } from "../stages/command-arguments.ts";
import { writeFolder } from "./run-folder.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

/** The facts of a run that its submissions share. */
export interface SubmittedRun {
  readonly id: string;
  readonly attempt: number;
  readonly stage: StageFile;
  readonly stageSha256: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly bucket: string;
  readonly prefix: string;
}

const MB = 1_048_576;
/** The maximum of a task's outputs; more is a fault of its program. */
const MAX_FILES = 100_000;

/** The key of a run's nth submission: ours, and never another's. */
export const keyOf = (runId: string, number: number): string => `swath-${runId}-${number}`;

function runFile(
  { programs }: Pick<RunDeps, "programs">,
  processing: Processing,
  { id, attempt, stage, stageSha256, params, bucket, prefix }: SubmittedRun,
  { number, kind }: { number: number; kind: SubmissionKind },
): Omit<RunFile, "store" | "version"> {
  // A run that began before a member was known has that member's default.
  const resources = stageFileSchema.shape.resources.parse(stage.resources);
  const sandbox = stageFileSchema.shape.sandbox.parse(stage.sandbox);
  const { name, version, outputs } = stage;
  const command = kind === "collect" ? (stage.collect ?? []) : stage.command;
  const facts = {
    ...programs,
    params,
    sensor: processing.sensor ?? "",
    flight: processing.flight_id,
  };
  return {
    key: keyOf(id, number),
    processing: processing.id,
    job: name,
    attempt,
    stage: { name, version, sha256: stageSha256 },
    command: commandArguments(command, facts),
    resources: {
      cpus: resources.cpus,
      memoryBytes: resources.memoryMB * MB,
      feature: resources.feature ?? null,
    },
    sandbox,
    output: {
      bucket,
      prefix,
      globs: outputs.map(({ glob }) => glob),
      maxFiles: MAX_FILES,
      maxBytes: resources.outputMB * MB,
    },
  };
}

/** Writes the folder of a submission and answers its row, to be inserted by the caller. */
export async function prepareSubmission(
  deps: Pick<RunDeps, "programs" | "spool" | "storeAccess">,
  processing: Processing,
  run: SubmittedRun,
  next: {
    readonly number: number;
    readonly kind: SubmissionKind;
    readonly tasks: readonly RunTask[];
    /** Of the whole run; with its first submission. */
    readonly inputs?: InputFiles;
  },
): Promise<Insertable<Database["run_submissions"]>> {
  const { number, kind, tasks, inputs } = next;
  const file = runFile(deps, processing, run, { number, kind });
  await writeFolder(
    deps,
    file,
    tasks.map((each, task) => ({ ...each, task })),
    inputs,
  );
  const { cpus, memoryBytes, feature } = file.resources;
  return {
    key: file.key,
    run_id: run.id,
    number,
    kind,
    state: "written",
    tasks: tasks.length,
    cpus,
    memory_bytes: memoryBytes,
    seconds: tasks.reduce((most, { seconds }) => Math.max(most, seconds), 0),
    feature,
  };
}
