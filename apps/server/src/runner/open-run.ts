import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  type RunFile,
  runFileSchema,
  type RunTask,
  runTaskSchema,
} from "@swath/contract/processing";
import { RUN_FILE, TASKS_FILE } from "../platform/compute/run-files.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import { openStoreOf } from "./open-store-of.ts";
import { withStore } from "./task/with-store.ts";

/** A run's folder, read. */
export interface OpenRun extends RunFile {
  readonly folder: string;
  readonly store: string;
  readonly tasks: number;
  readonly objects: ObjectStore;
  /** A task by its number; throws where there is none. */
  task(number: number): RunTask;
}

/** Reads what a run is; its tasks are validated as they are asked for. */
export async function openRun(
  folder: string,
  calls: Parameters<typeof withStore>[1],
): Promise<OpenRun> {
  const file = runFileSchema.parse(JSON.parse(await readFile(join(folder, RUN_FILE), "utf8")));
  const text = await readFile(join(folder, TASKS_FILE), "utf8");
  const lines = text.split("\n").filter((line) => line !== "");
  const objects = await withStore(() => openStoreOf(resolve(folder, file.store)), calls);
  const task = (number: number): RunTask => {
    const read = runTaskSchema.parse(JSON.parse(lines[number] ?? "null"));
    if (read.task === number) return read;
    throw new Error(`line ${number} of ${TASKS_FILE} is task ${read.task}`);
  };
  return { ...file, folder, tasks: lines.length, objects, task };
}
