import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunFile, RunTask } from "@swath/contract/processing";
import type { InputFiles } from "../inputs/input-file.ts";
import type { RunDeps } from "./run-deps.ts";
import { readWhole } from "./damaged-file.ts";

const STORE_FILE = "store.json";
/** All inputs of a run, beside its first tasks: what its collect call reads again. */
const INPUTS_FILE = "inputs.json";
const LINES_AT_ONCE = 500;

/** The folder of a submission. */
export const folderOf = ({ spool }: Pick<RunDeps, "spool">, key: string): string =>
  join(spool, key);

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

/**
 * Writes a submission's folder; it stands whole, or not at all. One that stands is left: its key was
 * made for the very same tasks, and they may run already.
 */
export async function writeFolder(
  deps: Pick<RunDeps, "spool" | "storeAccess">,
  run: Omit<RunFile, "store" | "version">,
  tasks: readonly RunTask[],
  inputs?: InputFiles,
): Promise<void> {
  const target = folderOf(deps, run.key);
  if (await stands(target)) return;
  const draft = join(deps.spool, `.${run.key}.${randomUUID()}`);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const file: RunFile = { version: 1, ...run, store: STORE_FILE };
  await writeFile(join(draft, STORE_FILE), deps.storeAccess, { mode: 0o600 });
  await writeTasks(join(draft, "tasks.ndjson"), tasks);
  if (inputs !== undefined) await writeFile(join(draft, INPUTS_FILE), JSON.stringify(inputs));
  await writeFile(join(draft, "run.json"), JSON.stringify(file), { flush: true });
  await rename(draft, target).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!(await stands(target))) throw error;
  });
}

/**
 * Writes how the store is reached into a submission's folder that stands: one that was copied or moved
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
