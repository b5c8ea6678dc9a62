import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { PreparationFault } from "@swath/contract/prepared-clouds";
import type { RunFile, RunTask, TaskEnding, TaskResult } from "@swath/contract/processing";
import {
  preparationKey,
  preparedFolder,
  preparedPlace,
} from "../../domain/storage/prepared-place.ts";
import {
  type ComputeEngine,
  EngineUnreachable,
  type RunState,
} from "../../platform/compute/compute-engine.ts";
import { findResults } from "../../platform/compute/run-files.ts";
import { readProgress, readResult, writeRunFolder } from "../../platform/compute/run-folder.ts";
import type { ObjectStore, StoredObject } from "../../platform/object-store/object-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { PreparedCloud } from "./prepared.tables.ts";

/** What copies are made with. */
export interface PreparingDeps {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly engine: ComputeEngine;
  /** The folder of runs' folders, which server and nodes share; absolute. */
  readonly spool: string;
  readonly storeAccess: string;
  readonly programs: { readonly node: string; readonly stages: string };
  readonly onProblem: (problem: { run: string; error: unknown }) => void;
}

const AT_ONCE = 100;
const MB = 1_048_576;
const MEMORY_BYTES = 1_024 * MB;
/** Of a task: a cloud of some hundred gigabytes. */
const MOST_SECONDS = 172_800;
/** An engine that loses a run as often does not get it again. */
const MOST_SUBMISSIONS = 20;
const LONGEST_REASON = 2_000;

const isCompressed = (key: string): boolean => /\.laz$/i.test(key);

/**
 * Bytes of disk that a copy takes while it is made: the file, its points uncompressed, in a format that may be longer,
 * and the copy. LAZ is a fifth to an eighth of its points.
 */
const diskOf = ({ key, size }: { key: string; size: number }): number =>
  isCompressed(key) ? size * 11 : size * 4;

/** Most bytes of a copy, of which the working folder may hold four times as many. */
const outputOf = ({ key, size }: { key: string; size: number }): number =>
  64 * MB + (isCompressed(key) ? size * 8 : size * 2);

function runOf(
  row: PreparedCloud,
  { programs }: PreparingDeps,
): Omit<RunFile, "store" | "version"> {
  const { node, stages } = programs;
  return {
    key: preparationKey(row),
    processing: row.id,
    job: "VIEW",
    attempt: row.attempt,
    stage: { name: "VIEW", version: 1, sha256: "0".repeat(64) },
    command: [node, `${stages}/main.ts`, "view", "--in={input}", "--out={out}", "--work={work}"],
    resources: { cpus: 1, memoryBytes: MEMORY_BYTES, feature: null },
    sandbox: { network: false, read: [], write: [], processes: 256 },
    output: {
      bucket: row.copy_bucket,
      prefix: preparedFolder(row.id),
      globs: ["*.laz"],
      maxFiles: 1,
      maxBytes: outputOf(row),
    },
  };
}

function taskOf({ bucket, key, size }: PreparedCloud, source: StoredObject): RunTask {
  // Its own name may be one that no folder takes.
  const path = isCompressed(key) ? "cloud.laz" : "cloud.las";
  const xxh128 = source.checksums.xxh128 ?? null;
  return {
    task: 0,
    name: "cloud",
    seconds: MOST_SECONDS,
    inputs: { cloud: [{ path, bucket, key, size, xxh128 }] },
    input: { of: "cloud", path },
  };
}

interface Failure {
  readonly fault: PreparationFault;
  readonly reason: string;
}

const GONE: Failure = {
  fault: "other",
  reason: "The file was replaced or removed while it was prepared",
};
const CANCELLED: Failure = { fault: "cancelled", reason: "It was cancelled" };

const FAULTS: Partial<Record<TaskEnding, PreparationFault>> = {
  failed: "file",
  outOfDisk: "room",
  cancelled: "cancelled",
};

/** How a task that ended fails its copy; undefined where it made one. */
export function failureOf({
  ending,
  errors,
  outputs,
}: Pick<TaskResult, "ending" | "errors" | "outputs">): Failure | undefined {
  if (ending === "succeeded" && outputs.length === 1) return undefined;
  const reason = errors[0]?.message ?? "It left no copy";
  return { fault: FAULTS[ending] ?? "other", reason: reason.slice(0, LONGEST_REASON) };
}

/** As the pages count them. */
const inGB = (bytes: number): string => `${(bytes / 1_073_741_824).toFixed(1)} GB`;

const lacks = (needed: number, free: number): Failure => ({
  fault: "room",
  reason: `It takes about ${inGB(needed)}, and ${inGB(free)} are free`,
});

/** Why there is no room for a copy; undefined where there is, or nobody knows. */
async function lacksRoom(
  { engine, store }: PreparingDeps,
  row: PreparedCloud,
): Promise<Failure | undefined> {
  const { scratchBytes } = await engine.capacity();
  const [disk, copy] = [diskOf(row), row.size];
  if (scratchBytes !== null && scratchBytes < disk) return lacks(disk, scratchBytes);
  const free = await store.freeBytes();
  return free === undefined || free >= copy ? undefined : lacks(copy, free);
}

/** One pass over the copies that are to be made. */
export class Preparations {
  readonly #deps: PreparingDeps;

  constructor(deps: PreparingDeps) {
    this.#deps = deps;
  }

  /** Brings each copy that is not made a step on. What a pass leaves, the next one finds. */
  async pass(): Promise<void> {
    const { db, engine, onProblem } = this.#deps;
    const open = await db
      .selectFrom("prepared_clouds")
      .selectAll()
      .where("state", "=", "open")
      .orderBy("ordered")
      .limit(AT_ONCE)
      .execute();
    if (open.length === 0) return;
    const states = await engine.states(open.map(preparationKey)).catch((error: unknown) => {
      if (error instanceof EngineUnreachable) return undefined;
      throw error;
    });
    for (const row of open) {
      const moving =
        states === undefined
          ? this.#note(row, { reason: "The compute engine does not answer" })
          : this.#move(row, states.get(preparationKey(row)));
      await moving.catch((error: unknown) => onProblem({ run: preparationKey(row), error }));
    }
  }

  async #move(row: PreparedCloud, state: RunState | undefined): Promise<void> {
    if (row.cancelled) return this.#cancel(row);
    const folder = this.#folderOf(row);
    const place = (await findResults(folder).catch(() => undefined))?.get(0);
    if (place !== undefined) return this.#finish(row, await readResult(place));
    if (state === undefined) return this.#submit(row);
    if (state.phase === "ended") {
      const reason = state.lost[0]?.reason ?? "It left no result";
      return this.#fail(row, { fault: "other", reason });
    }
    const share = (await readProgress(folder, 0)) ?? 0;
    return this.#note(row, {
      running: state.phase === "running",
      percent: Math.min(99, Math.floor(share * 100)),
      reason: state.reason,
    });
  }

  async #submit(row: PreparedCloud): Promise<void> {
    const { db, engine, storeAccess } = this.#deps;
    if (row.submitted >= MOST_SUBMISSIONS)
      return this.#fail(row, { fault: "other", reason: "The compute engine loses it" });
    const source = await this.#source(row);
    if (source === undefined) return this.#fail(row, GONE);
    const room = row.submitted === 0 ? await lacksRoom(this.#deps, row) : undefined;
    if (room !== undefined) return this.#fail(row, room);
    const run = runOf(row, this.#deps);
    const folder = this.#folderOf(row);
    await writeRunFolder(folder, run, { tasks: [taskOf(row, source)], access: storeAccess });
    await engine.submit({
      key: run.key,
      label: "View of a point cloud",
      folder,
      tasks: 1,
      ...run.resources,
      seconds: MOST_SECONDS,
    });
    await db
      .updateTable("prepared_clouds")
      .set({ submitted: row.submitted + 1 })
      .where("id", "=", row.id)
      .execute();
  }

  async #finish(row: PreparedCloud, result: TaskResult | undefined): Promise<void> {
    const failure =
      result === undefined
        ? { fault: "other" as const, reason: "Its result cannot be read" }
        : failureOf(result);
    if (failure !== undefined) return this.#fail(row, failure);
    if ((await this.#source(row)) === undefined) return this.#fail(row, GONE);
    await this.#end(row, { state: "done", percent: 100, fault: null, reason: null });
  }

  async #cancel(row: PreparedCloud): Promise<void> {
    await this.#deps.engine.cancel(preparationKey(row));
    await this.#fail(row, CANCELLED);
  }

  async #fail(row: PreparedCloud, failure: Failure): Promise<void> {
    const { bucket, key } = preparedPlace(row);
    await this.#deps.store.remove(bucket, [key]);
    await this.#end(row, { state: "failed", ...failure });
  }

  async #end(row: PreparedCloud, set: Partial<PreparedCloud>): Promise<void> {
    await this.#note(row, { running: false, ...set });
    await rm(this.#folderOf(row), { recursive: true, force: true });
  }

  async #note({ id, attempt }: PreparedCloud, set: Partial<PreparedCloud>): Promise<void> {
    await this.#deps.db
      .updateTable("prepared_clouds")
      .set(set)
      .where("id", "=", id)
      .where("attempt", "=", attempt)
      .where("state", "=", "open")
      .execute();
  }

  /** The very object that was asked for. */
  async #source({ bucket, key, version }: PreparedCloud): Promise<StoredObject | undefined> {
    const object = await this.#deps.store.head(bucket, key);
    return object?.version === version ? object : undefined;
  }

  #folderOf(row: PreparedCloud): string {
    return join(this.#deps.spool, preparationKey(row));
  }
}
