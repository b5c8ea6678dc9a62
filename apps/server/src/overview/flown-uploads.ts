import {
  FLOWN_DAYS,
  type FlownUpload,
  HAS_DATA,
  MOST_COUNTED,
  NEEDS_OWNER,
  NOT_BEGUN,
  OVERVIEW_ROWS,
  type Overview,
} from "@swath/contract/overview";
import type { UploadStatus, UploadType } from "@swath/contract/uploads";
import { sql } from "kysely";
import { daysBefore, literals, type OverviewDeps } from "./overview-deps.ts";

/**
 * What stands for a sensor's survey: GNSS alone does not. A Terrain Mapper's is LiDAR; the raw upload
 * and the processed cloud bring the same.
 */
export const MAIN_TYPES = [
  "LiDAR",
  "LargeFormatImagery",
  "MediumFormatImagery",
  "TerrainMapperLIDAR",
] as const satisfies readonly UploadType[];
export const IN_ITS_PLACE = [
  "TerrainMapperRAW",
  "TerrainMapperLAZ",
] as const satisfies readonly UploadType[];

interface Row {
  readonly flight_id: string;
  readonly id: string;
  readonly type: UploadType;
  readonly sensor_name: string;
  readonly status: UploadStatus;
  readonly subject: string | null;
  readonly user_name: string | null;
  readonly aircraft: string;
  readonly projects: readonly string[];
  readonly ended: Date;
}

/** An upload with whose it is, which is not sent. */
export interface FlownRow {
  readonly subject: string | null;
  readonly upload: FlownUpload;
}

const rowOf = (row: Row): FlownRow => ({
  subject: row.subject,
  upload: {
    flightId: row.flight_id,
    uploadId: row.id,
    type: row.type,
    sensor: row.sensor_name,
    status: row.status,
    aircraft: row.aircraft,
    projects: [...row.projects],
    flown: row.ended.toISOString(),
    user: row.user_name,
  },
});

/** Statuses without data of which nothing is under way. */
const MISSING: readonly UploadStatus[] = [...NOT_BEGUN, ...NEEDS_OWNER];

/**
 * Uploads of the last days' flights of which nothing is in storage nor under way, latest flown first.
 * `flights_by_date` finds the flights, and `uploads_of_a_sensor` the uploads of each.
 */
export async function flownUploads({ db, clock }: OverviewDeps): Promise<readonly FlownRow[]> {
  const now = clock();
  const { rows } =
    await sql<Row>`SELECT u.flight_id, u.id, u.type, u.sensor_name, u.status, u.subject,
      u.user_name, f.aircraft, log.projects, log.ended
    FROM flights f JOIN uploads u USING (flight_id)
    CROSS JOIN LATERAL (SELECT max(coalesce(s.survey_end, f.wheels_down)) AS ended,
        coalesce(array_agg(DISTINCT s.project_id) FILTER (WHERE s.project_id IS NOT NULL), '{}')
          AS projects
      FROM flight_sensors s WHERE s.flight_id = f.flight_id
        AND u.sensor_name IN (s.sensor, s.secondary_sensor)) AS log
    WHERE f.latest_date >= ${daysBefore(now, FLOWN_DAYS + 1)} AND f.latest_date <= ${now}
      AND log.ended >= ${daysBefore(now, FLOWN_DAYS)} AND log.ended <= ${now}
      AND u.type IN (${literals(MAIN_TYPES)}) AND u.status IN (${literals(MISSING)})
      AND NOT u.is_update
      AND NOT (u.type = 'TerrainMapperLIDAR' AND EXISTS (SELECT FROM uploads o
        WHERE o.flight_id = u.flight_id AND o.sensor_name = u.sensor_name
          AND o.type IN (${literals(IN_ITS_PLACE)}) AND o.status NOT IN (${literals(MISSING)})))
    ORDER BY log.ended DESC, u.flight_id DESC, u.sensor_name, u.type
    LIMIT ${MOST_COUNTED + 1}`.execute(db);
  return rows.map(rowOf);
}

const NEEDS: ReadonlySet<UploadStatus> = new Set(NEEDS_OWNER);

/** The same for a caller: their own that need them are in a section of their own. */
export function flownFor(
  rows: readonly FlownRow[],
  caller: string,
): NonNullable<Overview["flown"]> {
  const others = rows.filter(
    ({ subject, upload }) => subject !== caller || !NEEDS.has(upload.status),
  );
  return {
    count: Math.min(others.length, MOST_COUNTED),
    more: rows.length > MOST_COUNTED,
    rows: others.slice(0, OVERVIEW_ROWS).map(({ upload }) => upload),
  };
}

/** SQL: whether `alias` has data in storage. */
export const hasData = (alias: string) =>
  sql`(${sql.ref(`${alias}.status`)} IN (${literals(HAS_DATA)}) OR ${sql.ref(`${alias}.is_update`)})`;
