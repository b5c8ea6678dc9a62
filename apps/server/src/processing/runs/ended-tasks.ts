import type { TaskMeasure, TaskResult } from "@swath/contract/processing";
import { type Selectable, sql } from "kysely";
import type { Database, Db } from "../../platform/postgres/schema.ts";
import type { SubmissionKind } from "./runs.tables.ts";

/** How a task ended: by its own result, or as its engine reports of one that left none. */
export interface EndedTask extends Pick<TaskResult, "name" | "ending" | "exitCode" | "signal"> {
  readonly errors: readonly TaskResult["errors"][number][];
  readonly outputs: readonly TaskResult["outputs"][number][];
  readonly measures: readonly TaskMeasure[];
  readonly kind: SubmissionKind;
  readonly key: string;
  readonly task: number;
  readonly input: string | null;
  readonly node: string | null;
  readonly started: string | null;
  readonly ended: string | null;
  readonly cpuSeconds: number | null;
  readonly peakMemoryBytes: number | null;
  /** Of a task that names files it failed in: how many it was given of their kind; else null. */
  readonly files: number | null;
  readonly failedFiles: number | null;
}

/** The exit code of a program that cannot process a recording (docs/stages.md). */
export const NO_PROGRAM = 3;

const ENDINGS: Readonly<Record<TaskResult["ending"], string>> = {
  succeeded: "succeeded",
  failed: "failed",
  signalled: "was ended by a signal",
  outOfMemory: "needed more memory than its stage allows",
  outOfTime: "took longer than its stage allows",
  outOfDisk: "found no more room on its node's disk",
  nodeLost: "was lost with its node",
  cancelled: "was cancelled",
  inputFault: "could not read its inputs",
  outputFault: "wrote what may not be stored",
};

/** Why a task failed, in words that tell exit, signal, memory, time, disk and node apart. */
export function endingInWords({ ending, exitCode, signal }: EndedTask): string {
  if (ending === "failed") return `exited with code ${exitCode ?? "unknown"}`;
  if (ending === "signalled") return `was ended by ${signal ?? "a signal"}`;
  return ENDINGS[ending];
}

const ROWS_AT_ONCE = 500;

/** Programs write any characters; a text of PostgreSQL holds neither NUL nor half a surrogate pair. */
const storable = (_: string, value: unknown): unknown =>
  typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\ufffd") : value;

/**
 * Records the endings of tasks, over those recorded before. processing/R11 characters that PostgreSQL refuses
 * are replaced, whatever programs wrote.
 */
export async function keepTasks(db: Db, runId: string, ended: readonly EndedTask[]): Promise<void> {
  for (let at = 0; at < ended.length; at += ROWS_AT_ONCE) {
    const rows = ended.slice(at, at + ROWS_AT_ONCE);
    await sql`INSERT INTO run_tasks (run_id, name, kind, key, task, input, ending, exit_code, signal,
        node, started, ended, cpu_seconds, peak_memory_bytes, errors, outputs, measures, files, failed_files)
      SELECT ${runId}, t.name, t.kind, t.key, t.task, t.input, t.ending, t."exitCode", t.signal,
        t.node, t.started, t.ended, t."cpuSeconds", t."peakMemoryBytes", t.errors, t.outputs, t.measures,
        t.files, t."failedFiles"
      FROM jsonb_to_recordset(${JSON.stringify(rows, storable)}::jsonb) AS t (name text, kind text, key text,
        task integer, input text, ending text, "exitCode" integer, signal text, node text,
        started timestamptz, ended timestamptz, "cpuSeconds" float8, "peakMemoryBytes" bigint,
        errors jsonb, outputs jsonb, measures jsonb, files integer, "failedFiles" integer)
      ON CONFLICT (run_id, kind, name) DO UPDATE SET key = excluded.key, task = excluded.task,
        ending = excluded.ending, exit_code = excluded.exit_code, signal = excluded.signal,
        node = excluded.node, started = excluded.started, ended = excluded.ended,
        cpu_seconds = excluded.cpu_seconds, peak_memory_bytes = excluded.peak_memory_bytes,
        errors = excluded.errors, outputs = excluded.outputs, measures = excluded.measures,
        files = excluded.files, failed_files = excluded.failed_files`.execute(db);
  }
}

function taskOf(row: Selectable<Database["run_tasks"]>): EndedTask {
  const {
    run_id: _run,
    exit_code,
    cpu_seconds,
    peak_memory_bytes,
    failed_files,
    started,
    ended,
    ...rest
  } = row;
  return {
    ...rest,
    exitCode: exit_code,
    cpuSeconds: cpu_seconds,
    peakMemoryBytes: peak_memory_bytes,
    failedFiles: failed_files,
    started: started?.toISOString() ?? null,
    ended: ended?.toISOString() ?? null,
  };
}

/** What ended of a run by its calls; where no task was listed, the call that should have done so stands for them. */
export function byCall(ended: readonly EndedTask[]) {
  const of = (kind: SubmissionKind): EndedTask[] => ended.filter((task) => task.kind === kind);
  const [tasks, divide, [collect]] = [of("tasks"), of("divide"), of("collect")];
  return { tasks: tasks.length > 0 ? tasks : divide, divide, collect };
}

/** All tasks of a run that ended so far. */
export async function endedTasks(db: Db, runId: string): Promise<EndedTask[]> {
  const rows = await db
    .selectFrom("run_tasks")
    .selectAll()
    .where("run_id", "=", runId)
    .orderBy("kind")
    .orderBy("name")
    .execute();
  return rows.map(taskOf);
}
