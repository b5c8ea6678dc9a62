import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LostTask } from "../compute/compute-engine.ts";
import { hasShape, type Shape } from "../compute/has-shape.ts";
import type { BudgetLimits } from "./budget.ts";
import { codeOf } from "../system.ts";

/** What the local engine keeps of a run, and all that its runner is started with. */
export interface LocalRunRecord {
  readonly key: string;
  readonly label: string;
  /** The run's folder. */
  readonly folder: string;
  readonly tasks: number;
  readonly cpus: number;
  readonly memoryBytes: number;
  /** Where tasks have their working folders. */
  readonly scratch: string;
  /** Of all runs together, and the folder of their ledger. */
  readonly budget: BudgetLimits & { readonly folder: string };
}

const RECORD: Shape<LocalRunRecord> = {
  key: "string",
  label: "string",
  folder: "string",
  tasks: "number",
  cpus: "number",
  memoryBytes: "number",
  scratch: "string",
  budget: "object",
};

/** Written once a run has ended: its tasks that left no result. */
export interface EndedRun {
  readonly lost: readonly LostTask[];
}

const LOST: Shape<LostTask> = {
  task: "number",
  ending: "string",
  node: "string?",
  reason: "string",
};

const isEndedRun = (value: unknown): value is EndedRun =>
  hasShape<EndedRun>(value, { lost: "list" }) && value.lost.every((task) => hasShape(task, LOST));

/** Files of a run's record. */
export const RECORD_FILE = "run.json";
export const OWNER_FILE = "runner.json";
/** What the owner's file becomes once its run has ended: that runner waits for another run. */
export const FORMER_OWNER_FILE = "former-runner.json";
export const LAUNCHES_FILE = "launches";
export const CANCEL_FILE = "cancel";
const ENDED_FILE = "ended.json";

/** Undefined where there is no such file, or no whole one. */
function readJson<T>(path: string, isWhole: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isWhole(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

export function replaceFile(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, path);
}

/** Undefined where the folder is no run's record, or a damaged one. */
export const readRecord = (folder: string): LocalRunRecord | undefined =>
  readJson(join(folder, RECORD_FILE), (value) => hasShape(value, RECORD));

export const readEnded = (folder: string): EndedRun | undefined =>
  readJson(join(folder, ENDED_FILE), isEndedRun);

export const writeEnded = (folder: string, ended: EndedRun): void =>
  replaceFile(join(folder, ENDED_FILE), JSON.stringify(ended));
