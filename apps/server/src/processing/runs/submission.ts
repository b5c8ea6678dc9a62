import { type RunFile, type RunTask, stageFileSchema } from "@swath/contract/processing";
import type { Insertable, Selectable } from "kysely";
import { randomUUID } from "node:crypto";
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import type { Processing } from "../../domain/processing/processing.tables.ts";
import { STORE_FILE, writeRunFolder } from "../../platform/compute/run-folder.ts";
import type { Database } from "../../platform/postgres/schema.ts";
import type { InputFiles } from "../inputs/input-file.ts";
import type { RunDeps } from "../processing-deps.ts";
import { commandArguments, sandboxOf } from "../stages/command-arguments.ts";
import type { SubmissionKind } from "./runs.tables.ts";

/** The columns of a run that its submissions share. */
export type SubmittedRun = Pick<
  Selectable<Database["processing_runs"]>,
  "id" | "attempt" | "stage" | "stage_sha256" | "params" | "bucket" | "prefix"
>;

const MB = 1_048_576;
/** The maximum of a task's outputs; more is a fault of its program. */
const MAX_FILES = 100_000;

/** The key of a run's nth submission: ours, and never another's. */
export const keyOf = (runId: string, number: number): string => `swath-${runId}-${number}`;

function runFile(
  { programs }: Pick<RunDeps, "programs">,
  processing: Processing,
  { id, attempt, stage, stage_sha256: sha256, params, bucket, prefix }: SubmittedRun,
  { number, kind, failed }: { number: number; kind: SubmissionKind; failed: number },
): Omit<RunFile, "store" | "version"> {
  // A run that began before a member was known has that member's default.
  const resources = stageFileSchema.shape.resources.parse(stage.resources);
  const sandbox = stageFileSchema.shape.sandbox.parse(stage.sandbox);
  const { name, version, outputs } = stage;
  const { collect = [], divide = [] } = stage;
  const command = { collect, divide, tasks: stage.command }[kind];
  const facts = {
    ...programs,
    params,
    sensor: processing.sensor ?? "",
    flight: processing.flight_id,
    failed: String(failed),
  };
  return {
    key: keyOf(id, number),
    processing: processing.id,
    job: name,
    attempt,
    stage: { name, version, sha256 },
    command: commandArguments(command, facts),
    resources: {
      cpus: resources.cpus,
      memoryBytes: resources.memoryMB * MB,
      feature: resources.feature ?? null,
    },
    sandbox: sandboxOf(sandbox, command, programs),
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
    /** How many tasks failed that a collect call follows. */
    readonly failed?: number;
  },
): Promise<Insertable<Database["run_submissions"]>> {
  const { number, kind, tasks, inputs, failed = 0 } = next;
  const file = runFile(deps, processing, run, { number, kind, failed });
  const target = folderOf(deps, file.key);
  const numbered = tasks.map((each, task) => ({ ...each, task }));
  const others = inputs === undefined ? [] : [[INPUTS_FILE, JSON.stringify(inputs)] as const];
  await writeRunFolder(target, file, { tasks: numbered, access: deps.storeAccess, others });
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

/** All inputs of a run, in its first submission's folder, for its collect call. */
const INPUTS_FILE = "inputs.json";
/** The folder of a submission. */
export const folderOf = ({ spool }: Pick<RunDeps, "spool">, key: string): string =>
  join(spool, key);

/**
 * Writes the store's access into a submission's folder: one that was copied or moved
 * with its data folder names the store of the original.
 */
export async function renewAccess(
  deps: Pick<RunDeps, "spool" | "storeAccess">,
  key: string,
): Promise<void> {
  const path = join(folderOf(deps, key), STORE_FILE);
  const kept = await readFile(path, "utf8").catch(() => undefined);
  if (kept === undefined || kept === deps.storeAccess) return;
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, deps.storeAccess, { mode: 0o600, flush: true });
  await rename(draft, path);
}

/** The inputs of a run, as its first submission's folder lists them; throws DamagedFile. */
export async function readInputs(folder: string): Promise<InputFiles> {
  return readWhole(
    join(folder, INPUTS_FILE),
    async (path) => JSON.parse(await readFile(path, "utf8")) as InputFiles,
  );
}

/** A file of a run's folder that will never be read: not one that is only away. */
export class DamagedFile extends Error {
  constructor(path: string, cause?: unknown) {
    super(`The file ${basename(path)} of its run is damaged`, { cause });
  }
}

async function isGone(path: string, error: unknown): Promise<boolean> {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") return false;
  // A folder that is gone with it may be on a disk that is away.
  return stat(dirname(path)).then(
    () => true,
    () => false,
  );
}

/** Reads a file of a run's folder; throws {@link DamagedFile} where it will never be readable. */
export async function readWhole<T>(path: string, read: (path: string) => Promise<T>): Promise<T> {
  try {
    return await read(path);
  } catch (error) {
    const isGarbled = error instanceof SyntaxError || error instanceof z.ZodError;
    if (isGarbled || (await isGone(path, error))) throw new DamagedFile(path, error);
    throw error;
  }
}
