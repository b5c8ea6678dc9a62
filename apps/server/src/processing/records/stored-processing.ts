import {
  type FailedFiles,
  isRunning,
  type JobArea,
  type JobStatus,
  type StageFile,
} from "@swath/contract/processing";
import { type Selectable, sql } from "kysely";
import type { StoredMark } from "../../domain/processing/processing.tables.ts";
import { prepared } from "../../platform/postgres/connection.ts";
import type { Database, Db } from "../../platform/postgres/schema.ts";
import { noProcessing } from "./processing-record.ts";
import { readEtas } from "../stages/read-etas.ts";

export interface StoredJob {
  readonly id: string;
  readonly area: JobArea;
  readonly name: string;
  readonly label: string;
  readonly status: JobStatus;
  readonly attempts: number;
  readonly reason: string | null;
  readonly run_started: string | null;
  readonly run_ended: string | null;
  readonly succeeded: number;
  readonly failed: number;
  readonly failed_files: readonly FailedFiles[];
  readonly qa_user: string | null;
  readonly qa_issue_desc: string | null;
  readonly qa_issue_res: string | null;
  readonly output_path: string | null;
  readonly require_qa: boolean;
  readonly allow: StageFile["allow"];
  readonly active: boolean;
  readonly mark: StoredMark | null;
  readonly is_outdated: boolean;
  /** Whether a measure of it missed a bound, and nobody has answered that yet. */
  readonly missed_bound: boolean;
  readonly updated: string;
  /** When it was last ordered. */
  readonly ordered: string | null;
  /** Present where it was read: the time, and the number of earlier runs that it follows from. */
  readonly eta?: { readonly at: Date; readonly runs: number } | undefined;
}

type Row = Pick<
  Selectable<Database["processings"]>,
  | "id"
  | "guid"
  | "area"
  | "flight_id"
  | "sensor_id"
  | "sensor"
  | "project_id"
  | "aoi_no"
  | "template"
  | "document_major_version"
  | "active"
  | "deleted_superseded"
  | "archive_path"
  | "custom_counter"
  | "eo_only"
  | "waits_for"
  | "aircraft"
>;

/** A row of `processings`, with the columns of its flight, project and jobs that are shown. */
export interface StoredProcessing extends Row {
  readonly updated: string;
  /** The choice of a custom processing: numbers of files, and the times. */
  readonly chosen: {
    readonly gpsFiles: number | null;
    readonly rangeFiles: number | null;
    readonly gpsStartTime: number | null;
    readonly gpsEndTime: number | null;
  } | null;
  readonly survey_date: string;
  readonly wheels_up: string | null;
  readonly wheels_down: string | null;
  readonly archive_s3_path_lidar: string | null;
  readonly archive_s3_path_imagery: string | null;
  /** Whether every LiDAR upload of the flight is archived. */
  readonly lidar_archived: boolean;
  readonly project_name: string | null;
  readonly manager: string | null;
  readonly project_status: string | null;
  readonly client: string | null;
  /** Null without a record, as is its identifier. */
  readonly calibration_kind: "lidar" | "imagery" | null;
  readonly calibration_id: string | null;
  readonly lms_version: string | null;
  readonly jobs: readonly StoredJob[];
}

/**
 * Processings by their identifiers, in the order given; unknown ones are left out. They come as one
 * JSON text, as pages of flights do.
 */
export async function readStored(
  db: Db,
  ids: readonly string[],
): Promise<readonly StoredProcessing[]> {
  if (ids.length === 0) return [];
  const found = await sql<{ found: readonly StoredProcessing[] }>`
    ${prepared} SELECT coalesce(json_agg(row ORDER BY place), '[]') AS found FROM (
      SELECT page.place, p.id, p.guid, p.area, p.flight_id, p.sensor_id, p.sensor, p.project_id,
        p.aoi_no, p.template, p.document_major_version, p.active, p.deleted_superseded,
        p.archive_path, p.custom_counter, p.eo_only, CASE WHEN p.custom IS NOT NULL THEN
          json_build_object('gpsFiles', jsonb_array_length(p.custom -> 'gpsFiles'),
            'rangeFiles', jsonb_array_length(p.custom -> 'rangeFiles'),
            'gpsStartTime', p.custom -> 'gpsStartTime',
            'gpsEndTime', p.custom -> 'gpsEndTime') END AS chosen, p.waits_for, p.aircraft, p.updated,
        p.survey_date, f.wheels_up, f.wheels_down, f.archive_s3_path_lidar,
        f.archive_s3_path_imagery, j.name AS project_name, j.manager, j.status AS project_status,
        j.client, c.id AS calibration_id, c.kind AS calibration_kind,
        c.lms_version,
        NOT EXISTS (SELECT FROM uploads u WHERE u.flight_id = p.flight_id
          AND u.type NOT LIKE '%Imagery%' AND u.status <> 'ARCHIVED') AS lidar_archived,
        (SELECT coalesce(json_agg(job ORDER BY job.position), '[]') FROM (
          SELECT id, area, name, label, position, status, attempts, reason, run_started, run_ended,
            succeeded, failed, failed_files, qa_user, qa_issue_desc, qa_issue_res, output_path,
            require_qa, allow, active, mark, is_outdated, updated,
            EXISTS (SELECT FROM job_failures x WHERE x.job_id = e.id AND x.kind = 'missedBound')
              AS missed_bound,
            (SELECT max(ordered) FROM job_orders o WHERE o.job_id = e.id) AS ordered
          FROM processing_jobs e WHERE e.processing_id = p.id) AS job) AS jobs
      FROM unnest(${ids}::text[]) WITH ORDINALITY AS page (id, place)
      JOIN processings p ON p.id = page.id
      JOIN flights f ON f.flight_id = p.flight_id
      LEFT JOIN projects j ON j.project_id = p.project_id
      LEFT JOIN calibrations c ON c.id = p.calibration_id) AS row`.execute(db);
  return found.rows[0]!.found;
}

/** The same with the ETAs of jobs, which are read once for all, and not where no job is active. */
export async function readShown(
  deps: Parameters<typeof readEtas>[0],
  ids: readonly string[],
): Promise<readonly StoredProcessing[]> {
  const rows = await readStored(deps.db, ids);
  const isActive = ({ jobs }: StoredProcessing) => jobs.some(({ status }) => isRunning(status));
  const etas = await readEtas(
    deps,
    rows
      .filter(isActive)
      .flatMap(({ id, jobs }) => jobs.map((job) => ({ ...job, processing_id: id }))),
  );
  if (etas.size === 0) return rows;
  const withEta = (job: StoredJob): StoredJob =>
    isRunning(job.status) ? { ...job, eta: etas.get(job.id) } : job;
  const withEtas = (row: StoredProcessing) => ({ ...row, jobs: row.jobs.map(withEta) });
  return rows.map(withEtas);
}

/** The same for one; throws PROCESSING_NOT_FOUND. */
export async function readShownOne(
  deps: Parameters<typeof readShown>[0],
  id: string,
): Promise<StoredProcessing> {
  const [row] = await readShown(deps, [id]);
  if (row === undefined) throw noProcessing(id);
  return row;
}
