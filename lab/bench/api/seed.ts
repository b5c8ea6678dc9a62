import { sql, type Kysely } from "kysely";
import { migrate } from "../../../apps/server/src/platform/postgres/migrate.ts";
import type { Database } from "../../../apps/server/src/platform/postgres/schema.ts";
import { bulkLoad, run } from "./bulk-load.ts";

/** Every identifier that a flight log can have, FL000000 to FL999999, or the first so many. */
export const FLIGHTS = Number(process.env["BENCH_FLIGHTS"] ?? 1_000_000);
/** Changes whenever the seeded flights would; a catalogue of another seed is seeded anew. */
const SEED = 20_261_121;

/** A number from 0 up to `below`, the same for the same row, purpose and seed. */
const pick = (purpose: number, below: number, row = "n"): string =>
  `(abs(hashint8extended(${row}, ${SEED + purpose})) % ${below})::int`;
/** One of some values, each as likely as its share. */
const weighted = (purpose: number, shares: Readonly<Record<string, number>>): string => {
  const whole = Object.values(shares).reduce((sum, share) => sum + share, 0);
  let reached = 0;
  const cases = Object.entries(shares).map(([value, share]) => {
    reached += share;
    return `WHEN ${pick(purpose, whole)} < ${reached} THEN '${value}'`;
  });
  return `CASE ${cases.join(" ")} END`;
};

const SENSORS = 60;
const sensorName = (number: string): string =>
  `(ARRAY['Galaxy Prime', 'DMC II', 'P1', 'Terrain Mapper'])[1 + ${number} % 4] || ' - ' || lpad((100 + ${number})::text, 3, '0')`;

const STATUSES = {
  DATA_READY: 68_000,
  ARCHIVED: 17_000,
  READY_FOR_UPLOAD: 9_000,
  LEGACY_SYSTEM: 4_000,
  UPLOAD_FAILED: 700,
  UPLOAD_CANCELLED: 600,
  VALIDATING_UPLOAD_FAILED: 400,
  UPLOAD_STALLED: 150,
  UPLOAD_PAUSED: 100,
  UPLOADING: 40,
  UPLOAD_QUEUED: 10,
};
const DISPATCH = {
  Upload: 50,
  "Not Applicable": 30,
  "Courier to Office": 12,
  "Hand Deliver": 6,
  TBA: 2,
};

const STEPS = [
  `INSERT INTO aircraft SELECT 'VH-' || lpad(n::text, 3, '0'),
     CASE WHEN n % 7 = 0 THEN 'Rotary' ELSE 'FixedWing' END FROM generate_series(0, 39) AS n`,
  `INSERT INTO sensor_equipment SELECT ${sensorName("n")},
     CASE WHEN n % 4 IN (1, 2) THEN 'MediumFormatImagery' ELSE 'LiDAR' END, '18SEN' || n, '70' || n
   FROM generate_series(0, ${SENSORS - 1}) AS n`,
  `INSERT INTO projects SELECT 'PRJ' || lpad(n::text, 5, '0'), 'Project ' || n,
     'Manager ' || lpad(${pick(1, 80)}::text, 2, '0'), 'In Progress', NULL, 'Client ' || n % 300
   FROM generate_series(0, 19999) AS n`,
  // The latest flights have the highest numbers; a twentieth went on for a second day.
  `INSERT INTO flights (flight_id, dates, latest_date, date_span, wheels_up, wheels_down, aircraft,
     departure_timezone, document_major_version, types)
   SELECT 'FL' || lpad(n::text, 6, '0'), CASE WHEN two THEN ARRAY[day + interval '1 day', day] ELSE ARRAY[day] END,
     last, tstzrange(day, last, '[]'), day + interval '1 hour', day + interval '5 hours',
     'VH-' || lpad(${pick(2, 40)}::text, 3, '0'), 'Australia/Perth',
     CASE WHEN n < 200000 THEN 3 ELSE 4.2 END, ARRAY[${weighted(3, {
       "Successful Capture": 94,
       "Test Flight - Calibration Flight.": 3,
       "Test Flight - Sensor Testing": 1,
       "Test Flight - Aircraft Testing": 1,
       "Test Flight - Pilot Training": 1,
     })}]
   FROM (SELECT *, CASE WHEN two THEN day + interval '1 day' ELSE day END AS last FROM (
     SELECT n, '2012-01-01Z'::timestamptz + (n / 190) * interval '1 day' AS day,
       ${pick(4, 20)} = 0 AS two
     FROM generate_series(0, ${FLIGHTS - 1}) AS n) AS days) AS spans`,
  `INSERT INTO flight_sensors SELECT 'FL' || lpad(n::text, 6, '0'), position,
     ${sensorName(pick(5, SENSORS, "n * 2 + position"))},
     CASE WHEN ${pick(6, 10)} = 0 THEN ${sensorName(pick(7, SENSORS))} END,
     'SL' || lpad(((n * 13 + position) % 1000000)::text, 6, '0'),
     ${weighted(8, { LiDAR: 60, MediumFormatImagery: 20, LiDARandImagery: 15, LargeFormatImagery: 5 })},
     'Successful Capture', 'PRJ' || lpad(${pick(9, 20_000)}::text, 5, '0'), NULL, NULL,
     ${weighted(10, DISPATCH)}, ${weighted(11, DISPATCH)}
   FROM generate_series(0, ${FLIGHTS - 1}) AS n
   CROSS JOIN LATERAL generate_series(0, CASE WHEN ${pick(12, 4)} = 0 THEN 1 ELSE 0 END) AS position`,
  `INSERT INTO uploads (id, flight_id, type, sensor_name, status, subject, user_name, updated)
   SELECT lpad(to_hex(row_number() OVER ()), 24, '0'), flight_id,
     CASE WHEN type LIKE 'LiDAR%' THEN 'LiDAR' ELSE 'MediumFormatImagery' END, sensor,
     ${weighted(13, STATUSES)}, 'seeded', 'Seeded Person', '2026-01-01Z'
   FROM (SELECT DISTINCT ON (flight_id, sensor) *, substr(flight_id, 3)::int * 2 + position AS n
     FROM flight_sensors ORDER BY flight_id, sensor, position) AS logs`,
] as const;

/** As refresh_flight_facets writes them, for all flights at once; {@link checkFacets} compares the two. */
const FACETS = `UPDATE flights f SET facets = found.facets, kinds = kinds_of(found.facets) FROM (
  SELECT flight_id, array_agg(DISTINCT facet ORDER BY facet) AS facets FROM (
    SELECT flight_id, unnest(ARRAY[value, 'has=' || split_part(value, '=', 1)]) AS facet FROM (
      SELECT flight_id, unnest(ARRAY['Aircraft=' || aircraft, 'AircraftType=' || a.type, 'FlightType=' || types[1]]) AS value
      FROM flights JOIN aircraft a ON a.name = aircraft
      UNION ALL
      SELECT s.flight_id, unnest(ARRAY['SensorID=' || sensor_id, 'Sensor=' || sensor,
        'SecondarySensor=' || secondary_sensor, 'SensorType=' || s.type, 'ProjectID=' || s.project_id,
        'ProjectManager=' || p.manager, 'DataDispatchMethodLiDAR=' || dispatch_lidar,
        'DataDispatchMethodImagery=' || dispatch_imagery])
      FROM flight_sensors s JOIN projects p USING (project_id)
      UNION ALL
      SELECT flight_id, 'UploadStatus=' || status FROM uploads
    ) AS single WHERE value IS NOT NULL
  ) AS both_forms GROUP BY flight_id
) AS found WHERE found.flight_id = f.flight_id`;

const TABLES = ["aircraft", "sensor_equipment", "projects", "flights", "flight_sensors", "uploads"];

async function seeded(db: Kysely<Database>): Promise<boolean> {
  const found = await sql<{ note: string | null }>`
    SELECT obj_description('flights'::regclass) AS note`.execute(db);
  return found.rows[0]?.note === noteOf();
}
const noteOf = (): string => `seeded ${FLIGHTS} ${SEED} ${STEPS.join("").length + FACETS.length}`;

/** Throws where the facets of the first or last flights differ from those the database computes. */
async function checkFacets(db: Kysely<Database>): Promise<void> {
  const some = sql`SELECT string_agg(flight_id || facets::text || kinds, '' ORDER BY flight_id) AS text FROM flights
    WHERE flight_id < 'FL000500' OR flight_id > 'FL999500'`;
  const before = await some.execute(db);
  await run(
    db,
    `SELECT refresh_flight_facets(array_agg(flight_id)) FROM flights
     WHERE flight_id < 'FL000500' OR flight_id > 'FL999500'`,
  );
  const after = await some.execute(db);
  if (JSON.stringify(before.rows) !== JSON.stringify(after.rows))
    throw new Error("the seeded facets and kinds are not those of refresh_flight_facets");
}

/** Empties a database whose history of migrations this program cannot continue. */
async function migrateOrEmpty(db: Kysely<Database>): Promise<void> {
  await migrate(db).catch(async () => {
    await run(db, "DROP SCHEMA IF EXISTS audit CASCADE; DROP SCHEMA public CASCADE");
    await run(db, "CREATE SCHEMA public");
    await migrate(db);
  });
}

/** Seeds a million flights, the same each time, unless they are there already. */
export async function seed(db: Kysely<Database>): Promise<void> {
  await migrateOrEmpty(db);
  if (await seeded(db)) {
    // As autovacuum would in time: a migration may have written the rows anew.
    await run(db, "VACUUM (ANALYZE) flights, flight_sensors");
    return;
  }
  console.log(`planting ${FLIGHTS} flights, once`);
  await bulkLoad(db, {
    tables: TABLES,
    steps: [...STEPS, FACETS],
    atEnd: ["VACUUM (FULL, ANALYZE) flights", "VACUUM ANALYZE"],
  });
  await checkFacets(db);
  await run(db, `COMMENT ON TABLE flights IS '${noteOf()}'`);
  await run(db, "CHECKPOINT");
}
