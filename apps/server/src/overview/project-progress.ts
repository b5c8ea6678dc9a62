import { type Identity, may } from "@swath/contract/identity";
import {
  LATE_DAYS,
  MOST_PROJECTS,
  type Overview,
  PROJECT_DAYS,
  type ProjectProgress,
} from "@swath/contract/overview";
import { sql } from "kysely";
import { hasData, IN_ITS_PLACE, MAIN_TYPES } from "./flown-uploads.ts";
import { daysBefore, literals, type OverviewDeps } from "./overview-deps.ts";

interface Row {
  readonly project_id: string;
  readonly name: string;
  readonly manager: string;
  readonly status: string;
  readonly last_flown: Date;
  readonly total: number;
  readonly planned: number;
  readonly flown: number;
  readonly uploaded: number;
  readonly processed: number;
  readonly delivered: number | null;
  readonly late_uploads: number;
  readonly late_qa: number;
  readonly late_failures: number;
  /** Why and since when it is on hold; null where it is not. */
  readonly hold_reason: string | null;
  readonly held_since: Date | null;
}

/** Bits of `job_status_bits`. */
const bits = (...places: readonly number[]): number =>
  places.reduce((sum, place) => sum + 2 ** place, 0);
/** COMPLETED, QA_COMPLETED, QA_COMPLETED_WITH_ERRORS, MANUALLY_PROCESSED, IGNORE. */
const DONE = bits(7, 11, 12, 14, 15);
/** Every other but NOT_APPLICABLE: a job that did not begin, is under way, failed or awaits QA. */
const OPEN = bits(1, 2, 3, 4, 5, 6, 8, 9, 10, 13, 16, 17);
const QA_PENDING = bits(17);
/** FAILED, COMPLETED_WITH_ERRORS, MANUAL_PROCESSING_REQUIRED. */
const FAILED = bits(8, 9, 13);

/** Whether a job `j` lets what comes after it start (contract, `isJobDone`), or does not apply. */
const isDone = sql`(j.status IN ('NOT_APPLICABLE', 'QA_COMPLETED', 'QA_COMPLETED_WITH_ERRORS',
    'MANUALLY_PROCESSED', 'IGNORE')
  OR j.status = 'COMPLETED' AND NOT (j.require_qa AND j.qa_user IS NULL))`;

/** Open projects that were flown lately, the latest flown first: by `flights_by_date`. */
const openProjects = (now: Date) => sql`SELECT p.project_id, p.name, p.manager, p.status,
    recent.last_flown, count(*) OVER () AS total
  FROM (SELECT s.project_id, max(f.latest_date) AS last_flown
    FROM flights f JOIN flight_sensors s USING (flight_id)
    WHERE f.latest_date >= ${daysBefore(now, PROJECT_DAYS)} AND f.latest_date <= ${now}
      AND s.project_id IS NOT NULL GROUP BY s.project_id) AS recent
  JOIN projects p USING (project_id) WHERE p.status <> 'Closed'
  ORDER BY recent.last_flown DESC, p.project_id LIMIT ${MOST_PROJECTS}`;

/** Of a sensor log `s`: whether its survey's data is in storage, all of it that is expected. */
const uploadsOfLog = sql`SELECT
    coalesce(bool_or(${hasData("u")}), false) AND NOT coalesce(bool_or(
      NOT ${hasData("u")} AND u.type <> 'TerrainMapperLIDAR' AND u.type IN (${literals(MAIN_TYPES)})),
      false) AS is_there
  FROM uploads u WHERE u.flight_id = s.flight_id AND u.sensor_name IN (s.sensor, s.secondary_sensor)
    AND u.type IN (${literals([...MAIN_TYPES, ...IN_ITS_PLACE])})`;

/**
 * Of a sensor log `s`: its processings as one. Only where the delivery is not done are the other jobs
 * read: else the bits of the processing say it, and `processing_jobs_delivery` has its delivery.
 */
const processingsOfLog = (now: Date) => sql`SELECT
    bool_and((p.statuses & ${DONE}::bigint) <> 0 AND ((p.statuses & ${OPEN}::bigint) = 0
      OR delivery.applies AND NOT delivery.is_done AND NOT EXISTS (SELECT FROM processing_jobs j
        WHERE j.processing_id = p.id AND NOT j.reads_instruction AND NOT ${isDone}))) AS is_processed,
    bool_or(delivery.applies) AS delivers,
    bool_and(delivery.applies AND delivery.is_done) AS is_delivered,
    bool_or((p.statuses & ${QA_PENDING}::bigint) <> 0 AND EXISTS (SELECT FROM processing_jobs j
      WHERE j.processing_id = p.id AND j.require_qa AND j.qa_user IS NULL AND j.active
        AND j.status IN ('COMPLETED', 'COMPLETED_WITH_ERRORS')
        AND coalesce(j.run_ended, j.updated) < ${daysBefore(now, LATE_DAYS.qa)})) AS is_qa_late,
    bool_or((p.statuses & ${FAILED}::bigint) <> 0 AND EXISTS (SELECT FROM job_failures f
      WHERE f.processing_id = p.id AND f.is_open AND f.kind = 'failed'
        AND f.at < ${daysBefore(now, LATE_DAYS.failure)})) AS is_failure_late
  FROM processings p CROSS JOIN LATERAL (SELECT
      coalesce(bool_or(j.status <> 'NOT_APPLICABLE'), false) AS applies,
      coalesce(bool_and(${isDone} AND NOT j.is_outdated), false) AS is_done
    FROM processing_jobs j WHERE j.processing_id = p.id AND j.reads_instruction) AS delivery
  WHERE p.flight_id = s.flight_id AND p.sensor_id = s.sensor_id AND p.project_id = s.project_id
    AND p.active AND NOT p.deleted_superseded AND p.custom_counter = 0`;

/** How far each open project is; all that is needed of it comes from its own sensor logs. */
export async function projectProgress({ db, clock }: OverviewDeps): Promise<readonly Row[]> {
  const now = clock();
  const { rows } = await sql<Row>`WITH open AS MATERIALIZED (${openProjects(now)}),
    log AS (SELECT open.project_id,
        coalesce(survey.ended <= ${now}, false) AS is_flown,
        coalesce(survey.ended < ${daysBefore(now, LATE_DAYS.upload)}, false) AS is_long_flown,
        sent.is_there, coalesce(made.is_processed, false) AS is_processed,
        coalesce(made.delivers, false) AS delivers, coalesce(made.is_delivered, false) AS is_delivered,
        coalesce(made.is_qa_late, false) AS is_qa_late,
        coalesce(made.is_failure_late, false) AS is_failure_late
      FROM open JOIN flight_sensors s USING (project_id)
      CROSS JOIN LATERAL (SELECT coalesce(s.survey_end,
        (SELECT wheels_down FROM flights f WHERE f.flight_id = s.flight_id)) AS ended) AS survey
      CROSS JOIN LATERAL (${uploadsOfLog}) AS sent
      CROSS JOIN LATERAL (${processingsOfLog(now)}) AS made)
    SELECT open.*, step.*, held.reason AS hold_reason, held.since AS held_since FROM open
      LEFT JOIN project_holds held ON held.project_id = open.project_id AND held.lifted IS NULL
      JOIN (SELECT project_id,
        count(*) AS planned,
        count(*) FILTER (WHERE is_flown OR is_there) AS flown,
        count(*) FILTER (WHERE is_there) AS uploaded,
        count(*) FILTER (WHERE is_there AND is_processed) AS processed,
        CASE WHEN bool_or(delivers) THEN
          count(*) FILTER (WHERE is_there AND is_processed AND is_delivered) END AS delivered,
        count(*) FILTER (WHERE is_long_flown AND NOT is_there) AS late_uploads,
        count(*) FILTER (WHERE is_qa_late) AS late_qa,
        count(*) FILTER (WHERE is_failure_late) AS late_failures
      FROM log GROUP BY project_id) AS step ON step.project_id = open.project_id
    ORDER BY open.last_flown DESC, open.project_id`.execute(db);
  return rows;
}

/** For those who may not know why. */
const HIDDEN = { reason: null, since: null } as const;

function holdOf(
  { hold_reason: reason, held_since: since }: Row,
  seesHolds: boolean,
): ProjectProgress["onHold"] {
  if (since === null) return undefined;
  return seesHolds ? { reason, since: since.toISOString() } : HIDDEN;
}

const latenessOf = (row: Row): number => row.late_uploads + row.late_qa + row.late_failures;

/** Projects for a person: those that they manage, by their name, come first; then those with what is late. */
export function projectsFor(
  rows: readonly Row[],
  { name, roles }: Pick<Identity, "name" | "roles">,
): NonNullable<Overview["projects"]> {
  const total = rows[0]?.total ?? 0;
  const isOwn = (row: Row): boolean => row.manager.toLowerCase() === name.toLowerCase();
  const seesHolds = may(roles, "holdProjects");
  const sorted = rows.toSorted(
    (a, b) =>
      Number(isOwn(b)) - Number(isOwn(a)) ||
      Number(latenessOf(b) > 0) - Number(latenessOf(a) > 0) ||
      b.last_flown.getTime() - a.last_flown.getTime(),
  );
  return {
    count: rows.length,
    more: total > rows.length,
    rows: sorted.map((row) => ({
      onHold: holdOf(row, seesHolds),
      projectId: row.project_id,
      name: row.name,
      manager: row.manager,
      status: row.status,
      isOwn: isOwn(row),
      lastFlown: row.last_flown.toISOString(),
      planned: row.planned,
      flown: row.flown,
      uploaded: row.uploaded,
      processed: row.processed,
      delivered: row.delivered,
      late: { uploads: row.late_uploads, qa: row.late_qa, failures: row.late_failures },
    })),
  };
}
