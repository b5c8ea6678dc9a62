import { sql, type Selectable } from "kysely";
import type { Database, Db } from "../../platform/postgres/schema.ts";
import type { EndedTask } from "./ended-task.ts";

const ROWS_AT_ONCE = 500;

/** Programs write any characters; a text of PostgreSQL holds neither NUL nor half a surrogate pair. */
const storable = (_: string, value: unknown): unknown =>
  typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\ufffd") : value;

/** Keeps how tasks ended, runs/R9 whatever their programs wrote; one that is there already is written over. */
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
