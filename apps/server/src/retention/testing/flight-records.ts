import type { BucketRole } from "@swath/contract/uploads";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

type Buckets = Readonly<Record<BucketRole, string>>;

/** The keys of a flight of {@link seedRecords}, by their buckets. */
export const keysOf = (buckets: Buckets, n: number): [bucket: string, key: string][] => [
  [buckets.lidar, `FL00000${n}/LiDAR/folder/a.range`],
  [buckets.lidar, `FL00000${n}/LiDAR/folder/ü@%.range`],
  [buckets.imagery, `FL00000${n}/LiDAR/folder/report.pdf`],
  [buckets.archive, `FL00000${n}/LiDAR/LiDAR/a.range`],
  [buckets.uploads, `FL00000${n}/${String(n).repeat(24)}/p1/part`],
  [buckets.uploads, `replaced/${n}/abc`],
  [buckets.processing, `guid-${n}/GPS/.attempt-1/out`],
  [buckets.ai, `guid-${n}/AI/manifest.json`],
];

/** A flight with an upload of LiDAR, an archive, a replacement and a processing; `n` is one digit. */
export async function seedRecords(
  db: Db,
  buckets: Buckets,
  n: number,
  projects: readonly string[],
) {
  const [flight, upload] = [`FL00000${n}`, String(n).repeat(24)];
  const sensors = projects.map(
    (project, place) =>
      `('${flight}', ${place + 1}, 'S${place}', 'LiDAR', 'Survey', '${project}', '', '')`,
  );
  await sql
    .raw(`
    INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft, departure_timezone,
      document_major_version, types, archive_s3_path_lidar)
      VALUES ('${flight}', '{}', '-infinity', 'empty', 'VH-A', 'UTC', 3, '{}', 's3://${buckets.archive}/${flight}/');
    INSERT INTO flight_sensors (flight_id, position, sensor_id, type, flight_type, project_id,
      dispatch_lidar, dispatch_imagery) VALUES ${sensors.join()};
    INSERT INTO uploads (id, flight_id, type, sensor_name, status, locations) VALUES
      ('${upload}', '${flight}', 'LiDAR', 'S', 'ARCHIVED', '{s3://${buckets.lidar}/${flight}/LiDAR/}');
    INSERT INTO replacements (id, upload_id, ended) OVERRIDING SYSTEM VALUE VALUES (${n}, '${upload}', now());
    INSERT INTO archives (flight_id, kind, bucket, prefix, objects, bytes, seal)
      VALUES ('${flight}', 'LiDAR', '${buckets.archive}', '${flight}/LiDAR/', 1, 1, '');
    INSERT INTO processings (id, guid, area, flight_id, sensor_id, document_major_version)
      VALUES ('p${n}', 'guid-${n}', 'ip', '${flight}', 'S0', 3);
    INSERT INTO processing_jobs (id, processing_id, area, name, label, position, status)
      VALUES ('j${n}', 'p${n}', 'ip', 'GPS', 'GPS', 1, 'COMPLETED');`)
    .execute(db);
}

/** The projects P1 and P2, and an aircraft. */
export const PROJECTS = `INSERT INTO aircraft VALUES ('VH-A', 'Plane');
  INSERT INTO projects (project_id, name, manager, status)
    VALUES ('P1', 'North', 'M', 'Closed'), ('P2', 'South', 'M', 'Closed');`;
