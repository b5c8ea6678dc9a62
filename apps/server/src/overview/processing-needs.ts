import {
  type AwaitingJob,
  type FailedJobRow,
  MOST_COUNTED,
  OVERVIEW_ROWS,
  type Overview,
  type WaitingProcessing,
} from "@swath/contract/overview";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";
import type { Area } from "./overview-deps.ts";

/** The bit of `job_status_bits` that says that a job of a processing awaits QA. */
const QA_PENDING = sql.raw(`${2 ** 17}::bigint`);

interface OfProcessing {
  readonly area: Area;
  readonly flight_id: string;
  readonly sensor_id: string;
  readonly project_id: string | null;
  readonly processing_id: string;
}
interface OfJob extends OfProcessing {
  readonly name: string;
  readonly label: string;
  readonly since: Date;
}

const PROCESSING = sql`p.area, p.flight_id, p.sensor_id, p.project_id, p.id AS processing_id`;

const processingOf = (row: OfProcessing) => ({
  area: row.area,
  flightId: row.flight_id,
  sensorId: row.sensor_id,
  projectId: row.project_id,
  processingId: row.processing_id,
});
const jobOf = <More extends object>(row: OfJob, more: More) => ({
  ...processingOf(row),
  job: row.name,
  label: row.label,
  since: row.since.toISOString(),
  ...more,
});

/** The jobs that failed and wait for an answer, latest first: by the index `job_failures_latest`. */
export async function failedJobs(db: Db, areas: readonly Area[]): Promise<FailedJobRow[]> {
  const { rows } = await sql<OfJob & { example: string; key: string }>`
    SELECT ${PROCESSING}, j.name, j.label, f.at AS since, f.example, f.key
    FROM job_failures f JOIN processing_jobs j ON j.id = f.job_id
      JOIN processings p ON p.id = j.processing_id
    WHERE f.is_open AND f.kind = 'failed' AND f.area = ANY (${areas}::text[])
    ORDER BY f.at DESC, f.job_id LIMIT ${OVERVIEW_ROWS}`.execute(db);
  return rows.map((row) => jobOf(row, { message: row.example, group: row.key }));
}

const HELD = sql`FROM processings p WHERE p.waits_on IN ('template', 'calibration', 'uploads')
  AND p.active AND p.archive_path IS NULL AND p.waits_for IS NOT NULL`;

interface WaitingRow extends OfProcessing {
  readonly survey_date: Date | null;
  readonly waits_for: string;
}

const waitingOf = (row: WaitingRow): WaitingProcessing => ({
  ...processingOf(row),
  surveyed: row.survey_date?.toISOString() ?? null,
  waitsFor: row.waits_for,
});

/**
 * The processings that cannot begin, by the index `processings_held`: before those that wait for an
 * upload those that somebody of the office can help; of each the latest surveyed first.
 */
export async function waitingProcessings(
  db: Db,
  areas: readonly Area[],
): Promise<NonNullable<Overview["waiting"]>> {
  const ofAreas = sql`${HELD} AND p.area = ANY (${areas}::text[])`;
  const [found, counted] = await Promise.all([
    sql<WaitingRow>`SELECT ${PROCESSING},
        CASE WHEN isfinite(p.survey_date) THEN p.survey_date END AS survey_date, p.waits_for
      ${ofAreas} ORDER BY (p.waits_on = 'uploads'), p.survey_date DESC, p.id
      LIMIT ${OVERVIEW_ROWS}`.execute(db),
    sql<{ n: number }>`SELECT count(*) AS n FROM
      (SELECT ${ofAreas} LIMIT ${MOST_COUNTED + 1}) AS held`.execute(db),
  ]);
  const n = counted.rows[0]?.n ?? 0;
  return {
    count: Math.min(n, MOST_COUNTED),
    more: n > MOST_COUNTED,
    rows: found.rows.map(waitingOf),
  };
}

/** So many processings that await QA are looked through, the oldest surveys first. */
const MOST_AWAITING = 1_000;

/**
 * The jobs whose QA is due, the one that waits longest first, with what cannot start before. The index
 * `processings_await_qa` finds their processings; of more than are looked through, these are the jobs of
 * the oldest surveys.
 */
export async function awaitingJobs(db: Db, areas: readonly Area[]): Promise<AwaitingJob[]> {
  const { rows } = await sql<OfJob & { holds_up: readonly string[] }>`
    SELECT due.*, ARRAY(SELECT later.label FROM processing_jobs later
        WHERE later.processing_id = due.processing_id AND later.position > due.position
          AND later.status IN ('NOT_COMMENCED', 'PREQUEUE')
        ORDER BY later.position) AS holds_up
    FROM (SELECT ${PROCESSING}, j.id, j.name, j.label, j.position,
        coalesce(j.run_ended, j.updated) AS since
      FROM (SELECT * FROM processings WHERE (statuses & ${QA_PENDING}) <> 0
          AND area = ANY (${areas}::text[])
        ORDER BY survey_date, id LIMIT ${MOST_AWAITING}) AS p
      JOIN processing_jobs j ON j.processing_id = p.id
      WHERE j.require_qa AND j.qa_user IS NULL AND j.active
        AND j.status IN ('COMPLETED', 'COMPLETED_WITH_ERRORS')
      ORDER BY since, j.id LIMIT ${OVERVIEW_ROWS}) AS due
    ORDER BY due.since, due.id`.execute(db);
  return rows.map((row) => jobOf(row, { holdsUp: [...row.holds_up] }));
}

export type AreaNeeds = NonNullable<Overview["ip"]>;

/** How many jobs failed and how many processings await QA, of each dashboard. */
export async function countNeeds(db: Db): Promise<Readonly<Record<Area, AreaNeeds>>> {
  const { rows } = await sql<{ area: Area; failed: number; qa: number }>`
    SELECT area, sum(failed)::bigint AS failed, sum(qa)::bigint AS qa FROM (
      SELECT area, n AS failed, 0 AS qa FROM failure_counts WHERE kind = 'failed'
      UNION ALL SELECT area, n, 0 FROM failure_count_changes WHERE kind = 'failed'
      UNION ALL SELECT area, 0, count(*) FROM processings WHERE (statuses & ${QA_PENDING}) <> 0
        GROUP BY area) AS counted
    GROUP BY area`.execute(db);
  const of = (area: Area): AreaNeeds => {
    const row = rows.find((each) => each.area === area);
    return { failed: Math.max(0, row?.failed ?? 0), awaitsQA: Math.max(0, row?.qa ?? 0) };
  };
  return { ip: of("ip"), iptm: of("iptm") };
}
