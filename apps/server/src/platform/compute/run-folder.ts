import {
  type RunFile,
  type RunTask,
  taskResultSchema,
  type TaskResult,
} from "@swath/contract/processing";
import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { progressFile, type ResultPlace, RUN_FILE, TASKS_FILE } from "./run-files.ts";

/** File of a run's folder that says how the object store is reached; its owner alone reads it. */
export const STORE_FILE = "store.json";
const LINES_AT_ONCE = 500;

function* lines(tasks: readonly RunTask[]): Generator<string> {
  for (let at = 0; at < tasks.length; at += LINES_AT_ONCE)
    yield tasks
      .slice(at, at + LINES_AT_ONCE)
      .map((task) => `${JSON.stringify(task)}\n`)
      .join("");
}

async function writeTasks(path: string, tasks: readonly RunTask[]): Promise<void> {
  await using file = await open(path, "wx");
  for (const piece of lines(tasks)) await file.write(piece);
  await file.sync();
}

const stands = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** What stands in a run's folder beside its file. */
interface RunContents {
  readonly tasks: readonly RunTask[];
  /** To the object store. */
  readonly access: string;
  /** Further files, by name. */
  readonly others?: readonly (readonly [name: string, text: string])[];
}

/**
 * Writes a run's folder (contract: `runFileSchema`); it stands whole, or not at all. One that stands is left:
 * its key was made for the very same tasks, and they may run already.
 */
export async function writeRunFolder(
  target: string,
  run: Omit<RunFile, "store" | "version">,
  { tasks, access, others = [] }: RunContents,
): Promise<void> {
  if (await stands(target)) return;
  const draft = join(dirname(target), `.${basename(target)}.${randomUUID()}`);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const file: RunFile = { version: 1, ...run, store: STORE_FILE };
  await writeFile(join(draft, STORE_FILE), access, { mode: 0o600 });
  await writeTasks(join(draft, TASKS_FILE), tasks);
  for (const [name, text] of others) await writeFile(join(draft, name), text);
  await writeFile(join(draft, RUN_FILE), JSON.stringify(file), { flush: true });
  await rename(draft, target).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!(await stands(target))) throw error;
  });
}

/** The share of its work that a task's program reported, 0 to 1; the file may be written at this moment. */
export async function readProgress(folder: string, task: number): Promise<number | null> {
  const text = await readFile(join(folder, progressFile(task)), "utf8").catch(() => "");
  const share = text === "" ? Number.NaN : Number(text);
  return share >= 0 && share <= 1 ? share : null;
}

/** Of a result of most outputs and errors; more is none of the runner's. */
const MAX_RESULT_BYTES = 33_554_432;

/** The result of a task; undefined where it is none of the runner's. */
export async function readResult({
  path,
  start,
  length,
}: ResultPlace): Promise<TaskResult | undefined> {
  if (length > MAX_RESULT_BYTES) return undefined;
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  const text = buffer.toString("utf8", 0, bytesRead);
  return taskResultSchema.safeParse(JSON.parse(text)).data;
}
