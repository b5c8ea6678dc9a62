import { sql } from "kysely";
import type { GaugeSource, Sample } from "../platform/metrics/metrics.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { storedBytes, type StorageLimit } from "../domain/storage/storage-use.ts";
import { livingProcesses } from "../domain/processes/process-register.ts";

/** Milliseconds for which scrapes share one result: figures of the whole system cost queries. */
const KEPT_MS = 15_000;

type Row = Readonly<Record<string, string | number | null>>;

/** A sample of each row: its `value`, labelled by the other columns. */
const samplesOf = (rows: readonly Row[]): Sample[] =>
  rows.map(({ value, ...labels }) => ({
    labels: Object.fromEntries(Object.entries(labels).map(([name, of]) => [name, String(of)])),
    value: Number(value),
  }));

const one = (value: number): Sample[] => [{ value }];

async function rowsOf(db: Db, query: ReturnType<typeof sql<Row>>): Promise<readonly Row[]> {
  return (await query.execute(db)).rows;
}

/** Uploads, their slots and their data. */
export const uploadGauges = (db: Db) =>
  ({
    keptMs: KEPT_MS,
    gauges: {
      swath_uploads: { help: "Uploads by status", labels: ["status"] },
      swath_upload_slots: {
        help: "Uploads in line for a slot, those that have one included",
        labels: ["state", "office"],
      },
      swath_leases: { help: "Uploads whose lease was renewed within a minute" },
      swath_rebuild_bytes: { help: "Source bytes of rebuilds under way", labels: ["state"] },
    },
    read: async () => {
      const uploads = await rowsOf(
        db,
        sql`SELECT status, count(*) AS value FROM uploads GROUP BY status`,
      );
      const slots = await rowsOf(
        db,
        sql`SELECT CASE WHEN slot_used IS NULL THEN 'waiting' ELSE 'sending' END AS state,
          coalesce(office, '') AS office, count(*) AS value
          FROM uploads WHERE place IS NOT NULL GROUP BY 1, 2`,
      );
      const [leases] = await rowsOf(
        db,
        sql`SELECT count(*) AS value FROM uploads
          WHERE lease_renewed > now() - interval '1 minute'`,
      );
      const [rebuilds] = await rowsOf(
        db,
        sql`SELECT coalesce(sum(r.total_bytes), 0) AS total,
            coalesce(sum(r.verified_bytes), 0) AS verified,
            coalesce(sum(r.rebuilt_bytes), 0) AS rebuilt
          FROM upload_rebuilds r JOIN uploads u ON u.id = r.upload_id
          WHERE u.status IN ('UPLOAD_COMPLETE', 'VALIDATING_UPLOAD')`,
      );
      return {
        swath_uploads: samplesOf(uploads),
        swath_upload_slots: samplesOf(slots),
        swath_leases: one(Number(leases?.["value"] ?? 0)),
        swath_rebuild_bytes: Object.entries(rebuilds ?? {}).map(([state, value]) => ({
          labels: { state },
          value: Number(value),
        })),
      };
    },
  }) satisfies GaugeSource;

/** Runs of processings and their tasks. */
export const runGauges = (db: Db) =>
  ({
    keptMs: KEPT_MS,
    gauges: {
      swath_run_submissions: { help: "Submissions of runs that have not ended", labels: ["state"] },
      swath_run_tasks: { help: "Tasks of these submissions", labels: ["state"] },
      swath_run_oldest_wait_seconds: { help: "Age of the oldest submission without a done task" },
      swath_open_failures: { help: "Failed jobs that wait for an answer", labels: ["kind"] },
    },
    read: async () => {
      const submissions = await rowsOf(
        db,
        sql`SELECT state, count(*) AS value FROM run_submissions WHERE state <> 'ended' GROUP BY 1`,
      );
      const [tasks] = await rowsOf(
        db,
        sql`SELECT coalesce(sum(tasks - done), 0) AS open, coalesce(sum(done), 0) AS done,
            coalesce(extract(epoch FROM now() - min(created) FILTER (WHERE done = 0)), 0) AS waits
          FROM run_submissions WHERE state <> 'ended'`,
      );
      const failures = await rowsOf(
        db,
        sql`SELECT kind, count(*) AS value FROM job_failures WHERE is_open GROUP BY 1`,
      );
      const { open = 0, done = 0, waits = 0 } = tasks ?? {};
      return {
        swath_run_submissions: samplesOf(submissions),
        swath_run_tasks: [
          { labels: { state: "open" }, value: Number(open) },
          { labels: { state: "done" }, value: Number(done) },
        ],
        swath_run_oldest_wait_seconds: one(Number(waits)),
        swath_open_failures: samplesOf(failures),
      };
    },
  }) satisfies GaugeSource;

/** Background jobs that wait or run. */
export const queueGauges = (db: Db) =>
  ({
    keptMs: KEPT_MS,
    gauges: {
      swath_queue_jobs: { help: "Background jobs by queue and state", labels: ["queue", "state"] },
      swath_queue_oldest_seconds: {
        help: "Age of the oldest background job that waits for a worker, by queue",
        labels: ["queue"],
      },
    },
    read: async () => {
      const jobs = await rowsOf(
        db,
        sql`SELECT name AS queue, state::text AS state, count(*) AS value FROM pgboss.job
          WHERE state IN ('created', 'retry', 'active') GROUP BY 1, 2`,
      );
      const oldest = await rowsOf(
        db,
        sql`SELECT name AS queue, extract(epoch FROM now() - min(start_after)) AS value
          FROM pgboss.job WHERE state IN ('created', 'retry') AND start_after <= now() GROUP BY 1`,
      );
      return {
        swath_queue_jobs: samplesOf(jobs),
        swath_queue_oldest_seconds: samplesOf(oldest),
      };
    },
  }) satisfies GaugeSource;

/** What is stored, and the soft limit of it. */
export const storageGauges = (db: Db, { buckets, softLimit }: StorageLimit) =>
  ({
    keptMs: KEPT_MS,
    gauges: {
      swath_stored_bytes: {
        help: "Bytes of stored objects by bucket, as the inventory has them; nothing that is landing",
        labels: ["bucket"],
      },
      swath_storage_soft_limit_bytes: {
        help: "Bytes that the company means to store at most (SWATH_STORAGE_SOFT_LIMIT); 0 without a limit",
      },
    },
    read: async () => ({
      swath_stored_bytes: (await storedBytes(db, buckets)).map(({ bucket, bytes: value }) => ({
        labels: { bucket },
        value,
      })),
      swath_storage_soft_limit_bytes: one(softLimit ?? 0),
    }),
  }) satisfies GaugeSource;

/** The processes that live, and the database's size. */
export const processGauges = (db: Db) =>
  ({
    keptMs: KEPT_MS,
    gauges: {
      swath_processes: { help: "Processes that live", labels: ["duty", "release"] },
      swath_database_bytes: { help: "Size of the database" },
      swath_audit_events: { help: "Entries of the audit log, by the database's estimate" },
    },
    read: async () => {
      const counts = new Map<string, Sample & { labels: { duty: string; release: string } }>();
      for (const { serves, works, release } of await livingProcesses(db))
        for (const duty of [...(serves ? ["serve"] : []), ...(works ? ["work"] : [])]) {
          const key = `${duty} ${release}`;
          const value = (counts.get(key)?.value ?? 0) + 1;
          counts.set(key, { labels: { duty, release }, value });
        }
      const [sizes] = await rowsOf(
        db,
        sql`SELECT pg_database_size(current_database()) AS bytes,
          (SELECT greatest(reltuples, 0) FROM pg_class WHERE oid = 'audit.events'::regclass) AS events`,
      );
      return {
        swath_processes: [...counts.values()],
        swath_database_bytes: one(Number(sizes?.["bytes"] ?? 0)),
        swath_audit_events: one(Number(sizes?.["events"] ?? 0)),
      };
    },
  }) satisfies GaugeSource;
