import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { stageFileSchema, type TaskResult } from "@swath/contract/processing";
import type { RunState } from "../../../apps/server/src/platform/compute/compute-engine.ts";
import type { Db } from "../../../apps/server/src/platform/postgres/schema.ts";

/** Runs under way, and tasks of each. */
export interface ActiveRuns {
  readonly runs: number;
  readonly tasksEach: number;
}

const STAGE = stageFileSchema.parse({
  name: "BENCH",
  label: "Bench",
  version: 1,
  inputs: {},
  tasks: "once",
  command: ["true"],
  outputs: [{ glob: "**", kind: "other" }],
});

const FLIGHT = "FL900001";

const resultOf = (task: number): string =>
  JSON.stringify({
    task,
    name: `task ${task}`,
    node: "bench",
    started: "2026-01-01T00:00:00.000Z",
    ended: "2026-01-01T00:00:01.000Z",
    exitCode: 0,
    signal: null,
    cpuSeconds: 1,
    peakMemoryBytes: 100_000_000,
    ending: "succeeded",
    errors: [],
    outputs: [],
    measures: [],
  } satisfies TaskResult);

async function seedFlight(db: Db): Promise<void> {
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing') ON CONFLICT DO NOTHING`.execute(db);
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    VALUES (${FLIGHT}, '{}', '-infinity', 'empty', 'VH-AAA', 'UTC', 4.2, '{}')
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Seeds runs that an engine executes, half of whose tasks have ended, and their folders. */
export async function seedRuns(
  db: Db,
  spool: string,
  { runs, tasksEach }: ActiveRuns,
): Promise<void> {
  await seedFlight(db);
  await sql`DELETE FROM processings WHERE flight_id = ${FLIGHT}`.execute(db);
  const numbers = sql`generate_series(1, ${runs}) AS n`;
  await sql`INSERT INTO processings (id, guid, area, flight_id, sensor_id, document_major_version)
    SELECT 'p' || n, 'g' || n, 'ip', ${FLIGHT}, 'SL' || n, 4.2 FROM ${numbers}`.execute(db);
  await sql`INSERT INTO processing_jobs (id, processing_id, area, name, label, position, status)
    SELECT 'j' || n, 'p' || n, 'stage', 'BENCH', 'Bench', 1, 'RUNNING' FROM ${numbers}`.execute(db);
  await sql`INSERT INTO processing_runs (id, job_id, attempt, state, stage, stage_sha256, params,
      inputs_sha256, input_files, input_bytes, engine, bucket, prefix, tasks, started)
    SELECT 'r' || n, 'j' || n, 1, 'active', ${JSON.stringify(STAGE)}::jsonb, '', '{}', '', 0, 0,
      'local', 'bench', 'g/', ${tasksEach}, now() FROM ${numbers}`.execute(db);
  await sql`INSERT INTO run_submissions (key, run_id, number, kind, state, tasks, cpus, memory_bytes,
      seconds, submitted)
    SELECT 'swath-r' || n, 'r' || n, 1, 'tasks', 'accepted', ${tasksEach}, 1, 1, 60, 1
    FROM ${numbers}`.execute(db);
  await sql`ANALYZE processings, processing_jobs, processing_runs, run_submissions`.execute(db);
  for (let n = 1; n <= runs; n += 1) {
    const folder = join(spool, `swath-r${n}`);
    mkdirSync(folder, { recursive: true });
    const results = Array.from({ length: tasksEach / 2 }, (_, task) => `${resultOf(task)}\n`);
    writeFileSync(join(folder, "results-0-bench.ndjson"), results.join(""));
  }
}

const RUNNING: RunState = { phase: "running", reason: null, expectedStart: null, lost: [] };

/** An engine in which everything runs, and that answers at once. */
export const everythingRuns = {
  kind: "local",
  submit: async () => "bench",
  states: async (keys: readonly string[]) => new Map(keys.map((key) => [key, RUNNING])),
  cancel: async () => {},
  capacity: async () => ({ cpus: 2, freeCpus: 0, memoryBytes: 1, nodes: [], scratchBytes: null }),
  hasProgram: async () => null,
} as const;
