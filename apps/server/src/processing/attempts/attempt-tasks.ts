import { AppError } from "@swath/contract/errors";
import type { LogPiece, OpenTasks } from "@swath/contract/processing";
import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { readProgress } from "../../platform/compute/run-folder.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { RunDeps } from "../processing-deps.ts";
import { readTasks } from "../runs/read-results.ts";
import { folderOf } from "../runs/submission.ts";
import type { Run } from "../runs/run-record.ts";

const MOST_ANSWERED = 100;
const NONE: OpenTasks = { total: 0, tasks: [] };

/** Numbers of tasks that have a file of this kind in a run's folder. */
function numbered(names: readonly string[], pattern: RegExp): ReadonlySet<number> {
  return new Set(
    names.flatMap((name) => {
      const found = pattern.exec(name);
      return found === null ? [] : [Number(found[1])];
    }),
  );
}

/** The submission of a run that the engine has not ended. */
const openSubmission = (db: Db, runId: string) =>
  db
    .selectFrom("run_submissions")
    .select(["key", "kind"])
    .where("run_id", "=", runId)
    .where("state", "<>", "ended")
    .executeTakeFirst();

/** The tasks of a run that have not ended, from the files in its folder. */
export async function openTasks(
  deps: Pick<RunDeps, "db" | "spool">,
  run: { readonly id: string },
): Promise<OpenTasks> {
  const submission = await openSubmission(deps.db, run.id);
  if (submission === undefined) return NONE;
  const folder = folderOf(deps, submission.key);
  // Its folder is written after the record, and removed with the run's logs.
  const names = await readdir(folder).catch(() => undefined);
  if (names === undefined || !names.includes("tasks.ndjson")) return NONE;
  const ended = numbered(names, /^result-(\d+)\.json$/);
  const begun = numbered(names, /^log-(\d+)\.txt$/);
  const unended = (await readTasks(folder)).filter(({ task }) => !ended.has(task));
  const first = unended
    .toSorted((a, b) => Number(begun.has(b.task)) - Number(begun.has(a.task)))
    .slice(0, MOST_ANSWERED);
  const sizeOf = (task: number): Promise<number | null> =>
    stat(join(folder, `log-${task}.txt`)).then(
      ({ size }) => size,
      () => null,
    );
  const tasks = first.map(async ({ task, name, input }) => ({
    name,
    collect: submission.kind === "collect",
    input: input?.path ?? null,
    logBytes: begun.has(task) ? await sizeOf(task) : null,
    progress: begun.has(task) ? await readProgress(folder, task) : null,
  }));
  return { total: unended.length, tasks: await Promise.all(tasks) };
}

interface Place {
  readonly key: string;
  readonly task: number;
}

/** The place of a task's log: recorded once it ended, found in its run's folder before. */
async function placeOf(
  deps: Pick<RunDeps, "db" | "spool">,
  runId: string,
  name: string,
): Promise<Place | undefined> {
  const ended = await deps.db
    .selectFrom("run_tasks")
    .select(["key", "task"])
    .where("run_id", "=", runId)
    .where("name", "=", name)
    .executeTakeFirst();
  if (ended !== undefined) return ended;
  const submission = await openSubmission(deps.db, runId);
  if (submission === undefined) return undefined;
  const tasks = await readTasks(folderOf(deps, submission.key));
  const task = tasks.find((each) => each.name === name);
  return task && { key: submission.key, task: task.task };
}

/** The number of bytes at the end of a piece that begin an incomplete character. */
function brokenEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes.at(-back)!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back < length ? back : 0;
    }
  }
  return 0;
}

/** Reads a range of bytes of a file as text: no character is cut but one that the file itself cuts. */
async function readPiece(path: string, start: number, length: number): Promise<LogPiece> {
  const file = await open(path).catch((error: NodeJS.ErrnoException): undefined => {
    if (error.code !== "ENOENT") throw error;
  });
  // A task that has not begun has no log yet.
  if (file === undefined) return { start, end: start, size: 0, text: "", written: null };
  await using reading = file;
  const { size, mtime } = await reading.stat();
  const { bytesRead, buffer } = await reading.read(Buffer.alloc(length), 0, length, start);
  const whole = buffer.subarray(0, bytesRead);
  const isLast = start + bytesRead >= size;
  const kept = isLast ? whole : whole.subarray(0, bytesRead - brokenEnd(whole));
  // Where one character alone is longer than the range.
  const piece = kept.length === 0 ? whole : kept;
  return {
    start,
    end: start + piece.length,
    size,
    text: piece.toString("utf8"),
    written: mtime.toISOString(),
  };
}

/** A piece of the log of a task of a run; OBJECT_NOT_FOUND for a task that the run does not have. */
export async function readTaskLog(
  deps: Pick<RunDeps, "db" | "spool">,
  { id, logs_swept }: Pick<Run, "id" | "logs_swept">,
  { task: name, start, length }: { task: string; start: number; length: number },
): Promise<LogPiece> {
  const place = await placeOf(deps, id, name);
  if (place === undefined) throw new AppError("OBJECT_NOT_FOUND", `there is no task ${name}`);
  if (logs_swept !== null)
    throw new AppError(
      "OBJECT_NOT_FOUND",
      `the logs of this attempt were removed on ${logs_swept.toISOString()}`,
    );
  return readPiece(join(folderOf(deps, place.key), `log-${place.task}.txt`), start, length);
}
