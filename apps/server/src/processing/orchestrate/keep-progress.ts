import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

/** What a sweep learned of a submission. */
export interface Progress {
  readonly key: string;
  readonly job: string;
  readonly missed: number;
  readonly done: number;
  readonly waiting: string | null;
  readonly expected: string | null;
}

const MINUTE_MS = 60_000;

/** Why a run waits, in words, and when it is expected to start. */
export function waitingInWords(reason: string | null, expected: Date | null, now: Date): string {
  const why = reason ?? "Waits for its turn";
  if (expected === null) return why;
  const minutes = Math.max(0, Math.round((expected.getTime() - now.getTime()) / MINUTE_MS));
  return `${why}; expected to start ${minutes < 1 ? "within a minute" : `in about ${minutes} min`}`;
}

/** Writes what changed of submissions and of their jobs' reasons, in two statements. */
export async function keepProgress(db: Db, changed: readonly Progress[]): Promise<void> {
  if (changed.length === 0) return;
  const rows = JSON.stringify(changed);
  await sql`UPDATE run_submissions s SET missed = v.missed, done = v.done, waiting = v.waiting,
      expected_start = v.expected
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS v (key text, missed integer, done integer, waiting text, expected timestamptz)
    WHERE s.key = v.key AND s.state <> 'ended'`.execute(db);
  await sql`UPDATE processing_jobs j SET reason = v.waiting
    FROM jsonb_to_recordset(${rows}::jsonb) AS v (job text, waiting text)
    WHERE j.id = v.job AND j.status IN ('QUEUING', 'QUEUED', 'RUNNING', 'ON_HOLD')
      AND j.reason IS DISTINCT FROM v.waiting`.execute(db);
}
