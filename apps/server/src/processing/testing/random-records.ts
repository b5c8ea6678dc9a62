import type { JobStatus } from "@swath/contract/processing";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

/** A processing as a list shows it, for plain filtering. */
export interface RandomRecord {
  readonly id: string;
  readonly SensorID: string;
  readonly ProjectID: string | null;
  readonly FlightID: string;
  readonly Aircraft: string;
  readonly Sensor: string | null;
  readonly ProjectManager: string | null;
  readonly ProcessingTemplate: string | null;
  readonly DocumentMajorVersion: number;
  readonly Date: Date;
  readonly Active: boolean;
  readonly deletedSuperseded: boolean;
  readonly jobs: readonly {
    readonly status: JobStatus;
    readonly qaUser: string | null;
    readonly requireQA: boolean;
  }[];
}

/** Values with what filters escape among them. */
const VALUES = {
  Aircraft: ["VH-AAA", "VH-B,B", "VH-\\C"],
  Sensor: ["Galaxy - 045", "P1, left - 118", "Odd '\" %_ - 7", null],
  projects: [
    ["PRJ20001", "Vale, Tomas"],
    ["PRJ20002", "Brook"],
    ["PRJ20003", "Linden\\"],
    [null, null],
  ],
  ProcessingTemplate: ["LiDAR", "LiDAR-MiningAI", "x,y", null],
  DocumentMajorVersion: [1.4, 3, 3.2, 4.2],
  status: ["COMPLETED", "COMPLETED_WITH_ERRORS", "FAILED", "RUNNING", "QA_COMPLETED", "IGNORE"],
} as const;

/** Numbers from 0 up to a bound, the same for the same seed. */
function randoms(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function randomRecords(count: number, seed: number): RandomRecord[] {
  const random = randoms(seed);
  const one = <T>(values: readonly T[]): T => values[random(values.length)]!;
  return Array.from({ length: count }, (_, n) => {
    const [ProjectID, ProjectManager] = one(VALUES.projects);
    return {
      id: String(n).padStart(24, "a"),
      SensorID: `SL${String(300_000 + random(60))}`,
      ProjectID,
      FlightID: `FL${String(300_000 + n)}`,
      Aircraft: one(VALUES.Aircraft),
      Sensor: one(VALUES.Sensor),
      ProjectManager,
      ProcessingTemplate: one(VALUES.ProcessingTemplate),
      DocumentMajorVersion: one(VALUES.DocumentMajorVersion),
      Date: new Date(Date.UTC(2026, 2, 1 + random(40), random(24))),
      Active: random(5) > 0,
      deletedSuperseded: random(9) === 0,
      jobs: Array.from({ length: random(4) }, () => ({
        status: one(VALUES.status),
        qaUser: random(2) === 0 ? "Q" : null,
        requireQA: random(4) > 0,
      })),
    };
  });
}

/** Seeds processings of random fields, each with a flight of its own. */
export async function seedRandomRecords(
  db: Db,
  count: number,
  seed: number,
): Promise<RandomRecord[]> {
  const records = randomRecords(count, seed);
  const rows = sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS r (id text,
    "SensorID" text, "ProjectID" text, "FlightID" text, "Aircraft" text, "Sensor" text,
    "ProcessingTemplate" text, "DocumentMajorVersion" float8, "Date" timestamptz, "Active" boolean,
    "deletedSuperseded" boolean, jobs jsonb)`;
  for (const name of VALUES.Aircraft)
    await sql`INSERT INTO aircraft VALUES (${name}, 'FixedWing') ON CONFLICT DO NOTHING`.execute(
      db,
    );
  for (const [id, manager] of VALUES.projects)
    if (id !== null)
      await sql`INSERT INTO projects VALUES (${id}, ${id}, ${manager}, 'Processing', NULL, 'C')`.execute(
        db,
      );
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    SELECT "FlightID", ARRAY["Date"], "Date", tstzrange("Date", "Date", '[]'), "Aircraft", 'UTC',
      "DocumentMajorVersion", ARRAY['Successful Capture'] FROM ${rows}`.execute(db);
  await sql`INSERT INTO processings (id, guid, area, flight_id, sensor_id, sensor, project_id,
      template, document_major_version, active, deleted_superseded, to_start, waits_on)
    SELECT id, id, 'ip', "FlightID", "SensorID", "Sensor", "ProjectID", "ProcessingTemplate",
      "DocumentMajorVersion", "Active", "deletedSuperseded", false, NULL FROM ${rows}`.execute(db);
  await sql`INSERT INTO processing_jobs (id, processing_id, area, name, label, position, status, qa_user,
      require_qa)
    SELECT left(md5(r.id || place), 24), r.id, 'stage', 'S' || place, 'S', place,
      job ->> 'status', job ->> 'qaUser', (job ->> 'requireQA')::boolean
    FROM ${rows}, jsonb_array_elements(jobs) WITH ORDINALITY AS of (job, place)`.execute(db);
  return records;
}
