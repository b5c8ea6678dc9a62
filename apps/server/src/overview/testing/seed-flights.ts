import { sql } from "kysely";
import type { JobStatus } from "@swath/contract/processing";
import type { UploadStatus, UploadType } from "@swath/contract/uploads";
import type { Db } from "../../platform/postgres/schema.ts";

/** The time of the tests. */
export const NOW = Date.parse("2026-11-20T12:00:00Z");
/** An instant so many days before. */
export const daysAgo = (days: number): string => new Date(NOW - days * 86_400_000).toISOString();

interface SeededUpload {
  readonly type?: UploadType;
  readonly status: UploadStatus;
  readonly subject?: string;
  readonly isUpdate?: boolean;
  readonly reason?: string;
  readonly updated?: string;
}

interface SeededJob {
  readonly status: JobStatus;
  readonly requireQA?: boolean;
  readonly ended?: string;
  readonly delivers?: boolean;
  /** When it failed, where that waits for an answer. */
  readonly failed?: string;
}

export interface SeededFlight {
  /** Days ago; negative: still to come. */
  readonly flown: number;
  readonly project?: string | null;
  readonly uploads?: readonly SeededUpload[];
  readonly jobs?: readonly SeededJob[];
  readonly area?: "ip" | "iptm";
  readonly waits?: readonly [on: string, text: string];
}

async function seedUploads(
  db: Db,
  flightId: string,
  uploads: readonly SeededUpload[],
): Promise<void> {
  for (const [index, each] of uploads.entries())
    await sql`INSERT INTO uploads (id, flight_id, type, sensor_name, status, subject, user_name,
        is_update, reason, updated)
      VALUES (${`${index}${flightId.slice(2)}`.padStart(24, "0")}, ${flightId},
        ${each.type ?? "LiDAR"}, 'Galaxy - 045', ${each.status}, ${each.subject ?? null},
        ${each.subject ?? null}, ${each.isUpdate ?? false}, ${each.reason ?? null},
        ${each.updated ?? daysAgo(1)})`.execute(db);
}

async function seedJobs(db: Db, processing: string, jobs: readonly SeededJob[]): Promise<void> {
  for (const [index, each] of jobs.entries()) {
    const id = `${index}${processing.slice(1)}`;
    await sql`INSERT INTO processing_jobs (id, processing_id, area, name, label, position, status,
        require_qa, run_ended, reads_instruction)
      VALUES (${id}, ${processing}, 'stage', ${`STAGE${index}`}, ${`Stage ${index}`}, ${index},
        ${each.status}, ${each.requireQA ?? false}, ${each.ended ?? null},
        ${each.delivers ?? false})`.execute(db);
    if (each.failed !== undefined)
      await sql`INSERT INTO job_failures (job_id, key, kind, message, example, at)
        VALUES (${id}, 'f1', 'failed', 'no room', 'no room', ${each.failed})`.execute(db);
  }
}

/** Seeds the flight of a number with one sensor log; answers its identifier. */
export async function seedFlight(db: Db, serial: number, of: SeededFlight): Promise<string> {
  const number = String(serial).padStart(6, "0");
  const [flightId, at] = [`FL${number}`, daysAgo(of.flown)];
  const { project = "PRJ00001" } = of;
  if (project !== null)
    await sql`INSERT INTO projects VALUES (${project}, ${`Name of ${project}`}, 'Vale', 'In Progress')
      ON CONFLICT DO NOTHING`.execute(db);
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, wheels_up, wheels_down,
      aircraft, departure_timezone, document_major_version, types)
    VALUES (${flightId}, ARRAY[${at}::timestamptz], ${at},
      tstzrange(${at}::timestamptz, ${at}::timestamptz, '[]'), ${at}, ${at}, 'VH-AAA', 'UTC', 4.2,
      ARRAY['Successful Capture'])`.execute(db);
  await sql`INSERT INTO flight_sensors (flight_id, position, sensor, sensor_id, type, flight_type,
      project_id, survey_end, dispatch_lidar, dispatch_imagery)
    VALUES (${flightId}, 0, 'Galaxy - 045', ${`SL${number}`}, 'LiDAR', 'Successful Capture',
      ${project}, ${at}, 'Upload', 'TBA')`.execute(db);
  await seedUploads(db, flightId, of.uploads ?? []);
  if (of.jobs === undefined && of.waits === undefined) return flightId;
  const processing = number.padStart(24, "0");
  await sql`INSERT INTO processings (id, guid, area, flight_id, sensor_id, sensor, project_id,
      document_major_version, waits_on, waits_for)
    VALUES (${processing}, ${processing}, ${of.area ?? "ip"}, ${flightId}, ${`SL${number}`},
      'Galaxy - 045', ${project}, 4.2, ${of.waits?.[0] ?? null}, ${of.waits?.[1] ?? null})`.execute(
    db,
  );
  await seedJobs(db, processing, of.jobs ?? []);
  return flightId;
}
