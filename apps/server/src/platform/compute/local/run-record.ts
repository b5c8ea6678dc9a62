import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TASK_ENDINGS } from "@swath/contract/processing";
import { z } from "zod";
import type { BudgetLimits } from "./budget.ts";

const recordSchema = z.object({
  key: z.string(),
  label: z.string(),
  /** The run's folder. */
  folder: z.string(),
  tasks: z.int(),
  cpus: z.int(),
  memoryBytes: z.int(),
  /** Where tasks have their working folders. */
  scratch: z.string(),
  /** Of all runs together, and the folder of their ledger. */
  budget: z.object({ folder: z.string(), cpus: z.int(), memoryBytes: z.int() }),
});

/** What the local engine keeps of a run, and all that its runner is started with. */
export type LocalRunRecord = z.infer<typeof recordSchema> & {
  readonly budget: BudgetLimits & { readonly folder: string };
};

const endedSchema = z.object({
  lost: z.array(
    z.object({
      task: z.int(),
      ending: z.enum(TASK_ENDINGS),
      node: z.string().nullable(),
      reason: z.string(),
    }),
  ),
});

/** Written once a run has ended: its tasks that left no result. */
export type EndedRun = z.infer<typeof endedSchema>;

/** Files of a run's record. */
export const RECORD_FILE = "run.json";
export const OWNER_FILE = "runner.json";
export const LAUNCHES_FILE = "launches";
export const CANCEL_FILE = "cancel";
const ENDED_FILE = "ended.json";

/** Undefined where there is no such file, or no whole one. */
function readJson<T>(path: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    const isGarbled = error instanceof SyntaxError || error instanceof z.ZodError;
    if (isGarbled || (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
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
  readJson(join(folder, RECORD_FILE), recordSchema);

export const readEnded = (folder: string): EndedRun | undefined =>
  readJson(join(folder, ENDED_FILE), endedSchema);

export const writeEnded = (folder: string, ended: EndedRun): void =>
  replaceFile(join(folder, ENDED_FILE), JSON.stringify(ended));
