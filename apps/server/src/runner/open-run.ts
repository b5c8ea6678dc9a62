import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { RunFile, RunTask } from "@swath/contract/processing";
import { hasShape, type Shape } from "../platform/compute/has-shape.ts";
import { RUN_FILE, TASKS_FILE } from "../platform/compute/run-files.ts";
import { loadStore } from "./task/load-later.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";

/** A run's folder, read. */
export interface OpenRun extends RunFile {
  readonly folder: string;
  readonly store: string;
  readonly tasks: number;
  /** Opens its store at the first call; many runs have no use for one. */
  readonly objects: () => Promise<ObjectStore>;
  /** A task by its number; throws where there is none. */
  task(number: number): RunTask;
}

const RUN: Shape<RunFile> = {
  version: "number",
  key: "string",
  processing: "string",
  job: "string",
  attempt: "number",
  stage: "object",
  command: "list",
  resources: "object",
  sandbox: "object",
  output: "object",
  store: "string",
};
const RESOURCES: Shape<RunFile["resources"]> = {
  cpus: "number",
  memoryBytes: "number",
  feature: "string?",
};
const SANDBOX: Shape<RunFile["sandbox"]> = {
  network: "boolean",
  read: "list",
  write: "list",
  processes: "number",
};
/** Of a run that a server wrote before there were sandboxes. */
const NO_NEEDS: RunFile["sandbox"] = { network: false, read: [], write: [], processes: 256 };
const OUTPUT: Shape<RunFile["output"]> = {
  bucket: "string",
  prefix: "string",
  globs: "list",
  maxFiles: "number",
  maxBytes: "number",
};
const TASK: Shape<RunTask> = {
  task: "number",
  name: "string",
  seconds: "number",
  inputs: "object",
  input: "object?",
};

const isRunFile = (value: unknown): value is RunFile =>
  hasShape(value, RUN) &&
  hasShape(value.resources, RESOURCES) &&
  hasShape(value.sandbox, SANDBOX) &&
  hasShape(value.output, OUTPUT);

function taskOf(line: string | undefined, number: number): RunTask {
  const read: unknown = JSON.parse(line ?? "null");
  if (hasShape(read, TASK) && read.task === number) return read;
  throw new Error(`line ${number} of ${TASKS_FILE} is damaged`);
}

/** So many are read together, which costs less than one between two programs. */
const AHEAD = 64;

/** Reads tasks from one on, as far as they are whole. */
function readAhead(lines: readonly string[], first: number, tasks: RunTask[]): void {
  try {
    for (let i = first; i < first + AHEAD; i++) tasks[i] ??= taskOf(lines[i], i);
  } catch {
    // One that is damaged, or none, is reported once it is wanted.
  }
}

/** Reads what a run is, as the server wrote it; a task as it is wanted. */
export function openRun(folder: string): OpenRun {
  const read: unknown = JSON.parse(readFileSync(join(folder, RUN_FILE), "utf8"));
  const file: unknown = typeof read === "object" ? { sandbox: NO_NEEDS, ...read } : read;
  if (!isRunFile(file)) throw new Error(`${RUN_FILE} is damaged`);
  const text = readFileSync(join(folder, TASKS_FILE), "utf8");
  const lines = text.split("\n").filter((line) => line !== "");
  const tasks: RunTask[] = [];
  const task = (number: number): RunTask => {
    if (tasks[number] === undefined) readAhead(lines, number, tasks);
    return (tasks[number] ??= taskOf(lines[number], number));
  };
  let store: Promise<ObjectStore> | undefined;
  const objects = (): Promise<ObjectStore> =>
    (store ??= openStore(resolve(folder, file.store)).catch((error: unknown) => {
      store = undefined;
      throw error;
    }));
  return { ...file, folder, tasks: lines.length, objects, task };
}

async function openStore(path: string): Promise<ObjectStore> {
  const { openStoreOf } = await loadStore();
  return openStoreOf(path);
}
