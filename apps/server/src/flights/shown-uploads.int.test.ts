import { DISPATCH_METHODS, flightLines, isShownUpload } from "@swath/contract/flights";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing')`.execute(database.db);
});
afterAll(() => database.drop());

const SENSORS = [
  "Optech Galaxy - 045",
  "Galaxy - 051",
  "ALTM Orion - 233",
  "P1 - 118",
  "dmc II - 027",
  "Visionmap A3 - 012",
];
const sensors = fc.constantFrom(...SENSORS);
const logs = fc.record({
  Sensor: fc.option(sensors),
  SecondarySensor: fc.option(sensors),
  DataDispatchMethodLiDAR: fc.constantFrom(...DISPATCH_METHODS),
});
const uploads = fc.record({
  Type: fc.constantFrom(
    ...(["LiDAR", "OptechGPS", "OptechGPS", "MediumFormatImageryGPS"] as const),
    ...(["LargeFormatImageryGPS", "TerrainMapperGPS"] as const),
  ),
  SensorName: sensors,
  Status: fc.constantFrom(
    ...(["READY_FOR_UPLOAD", "READY_FOR_UPLOAD", "UPLOAD_INIT"] as const),
    ...(["UPLOADING", "UPLOAD_FAILED", "DATA_READY"] as const),
  ),
});
const flights = fc.array(
  fc.record({
    Sensors: fc.array(logs, { maxLength: 3 }),
    Uploads: fc.uniqueArray(uploads, {
      maxLength: 5,
      selector: ({ Type, SensorName }) => `${Type} ${SensorName}`,
    }),
  }),
  { minLength: 60, maxLength: 60 },
);
type Flights = typeof flights extends fc.Arbitrary<infer T> ? T : never;

const idOf = (n: number): string => `FL${String(n).padStart(6, "0")}`;

async function seed(of: Flights): Promise<void> {
  const { db } = database;
  await sql`DELETE FROM flights`.execute(db);
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    SELECT unnest(${of.map((_, n) => idOf(n))}::text[]), '{}', '-infinity', 'empty', 'VH-AAA',
      'UTC', 4.2, '{}'`.execute(db);
  const logged = of.flatMap(({ Sensors }, n) =>
    Sensors.map((log, position) => ({ ...log, position, id: idOf(n) })),
  );
  await sql`INSERT INTO flight_sensors (flight_id, position, sensor, secondary_sensor, sensor_id,
      type, flight_type, dispatch_lidar, dispatch_imagery)
    SELECT id, position, "Sensor", "SecondarySensor", 'SL000001', 'LiDAR', 'Successful Capture',
      "DataDispatchMethodLiDAR", 'TBA'
    FROM jsonb_to_recordset(${JSON.stringify(logged)}::jsonb) AS r (id text, position int2,
      "Sensor" text, "SecondarySensor" text, "DataDispatchMethodLiDAR" text)`.execute(db);
  const uploaded = of.flatMap(({ Uploads }, n) =>
    Uploads.map((upload, place) => ({ ...upload, key: `${n}-${place}`, id: idOf(n) })),
  );
  await sql`INSERT INTO uploads (id, flight_id, type, sensor_name, status)
    SELECT key, id, "Type", "SensorName", "Status"
    FROM jsonb_to_recordset(${JSON.stringify(uploaded)}::jsonb)
      AS r (id text, key text, "Type" text, "SensorName" text, "Status" text)`.execute(db);
  await sql`SELECT refresh_flight_facets(array_agg(flight_id)) FROM flights`.execute(db);
}

async function foundByStatus(): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; statuses: string[] }>`SELECT flight_id AS id,
      ARRAY(SELECT substr(facet, 14) FROM unnest(facets) AS facet
        WHERE facet LIKE 'UploadStatus=%' ORDER BY facet) AS statuses
    FROM flights`.execute(database.db);
  return new Map(rows.map(({ id, statuses }) => [id, statuses]));
}

test("contract/L1-L5 a flight is found by the statuses of the uploads that its list shows, and no other", async () => {
  let hidden = 0;
  await fc.assert(
    fc.asyncProperty(flights, async (of) => {
      await seed(of);
      const found = await foundByStatus();
      for (const [n, flight] of of.entries()) {
        const shown = flightLines(flight).flatMap((line) =>
          line.uploads.filter((upload) => isShownUpload(upload, line)),
        );
        hidden += flight.Uploads.length - shown.length;
        const statuses = [...new Set(shown.map(({ Status }) => Status))].toSorted();
        expect(found.get(idOf(n)), JSON.stringify(flight)).toEqual(statuses);
      }
    }),
    { numRuns: 12 },
  );
  expect(hidden).toBeGreaterThan(100);
});
