import { DISPATCH_METHODS, FLIGHT_TYPES, SENSOR_TYPES } from "@swath/contract/flights";
import type { UploadStatus } from "@swath/contract/uploads";
import fc from "fast-check";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

export const AIRCRAFT = { "VH-AAA": "FixedWing", "VH-BBB": "Rotary", "VH-CCC": "FixedWing" };
export const MANAGERS = { PRJ00001: "Vale", PRJ00002: "Brook", PRJ00003: "Vale" };
export const SENSORS = ["DMC II - 027", "Galaxy - 045", "P1 - 118"] as const;
/** Some of every sort: with a bit from the first, with one from later, active, and over. */
export const STATUSES = [
  "READY_FOR_UPLOAD",
  "UPLOADING",
  "UPLOAD_INTEGRITY_CHECK",
  "DATA_READY",
] as const satisfies readonly UploadStatus[];

const HOUR_MS = 3_600_000;
const FIRST = Date.UTC(2026, 0, 1);
/** Instants of ten days, some at midnight, so that days and dates both occur. */
export const moments = fc
  .tuple(fc.nat(9), fc.constantFrom(0, 0, 0, 7, 23))
  .map(([day, hour]) => new Date(FIRST + day * 24 * HOUR_MS + hour * HOUR_MS));

const keyOf = <T extends object>(of: T) => fc.constantFrom(...(Object.keys(of) as (keyof T)[]));

const sensorLogs = fc.record({
  sensor: fc.option(fc.constantFrom(...SENSORS)),
  secondary: fc.option(fc.constantFrom(...SENSORS)),
  type: fc.constantFrom(...SENSOR_TYPES),
  project: fc.option(keyOf(MANAGERS)),
  lidar: fc.constantFrom(...DISPATCH_METHODS),
  imagery: fc.constantFrom(...DISPATCH_METHODS),
});

const flightsWithoutId = fc.record({
  dates: fc
    .uniqueArray(moments, { maxLength: 3, selector: (date) => date.getTime() })
    .map((dates) => dates.toSorted((a, b) => b.getTime() - a.getTime())),
  aircraft: keyOf(AIRCRAFT),
  type: fc.constantFrom(...FLIGHT_TYPES),
  version: fc.constantFrom(3, 4.2),
  logs: fc.array(sensorLogs, { maxLength: 3 }),
  statuses: fc.uniqueArray(fc.constantFrom(...STATUSES), { maxLength: 2 }),
});

export interface RandomFlight {
  readonly id: string;
  readonly dates: readonly Date[];
  readonly aircraft: keyof typeof AIRCRAFT;
  readonly type: (typeof FLIGHT_TYPES)[number];
  readonly version: number;
  readonly logs: readonly {
    readonly sensor: string | null;
    readonly secondary: string | null;
    readonly type: (typeof SENSOR_TYPES)[number];
    readonly project: keyof typeof MANAGERS | null;
    readonly lidar: (typeof DISPATCH_METHODS)[number];
    readonly imagery: (typeof DISPATCH_METHODS)[number];
  }[];
  readonly statuses: readonly UploadStatus[];
}

const idOf = (index: number): string => `FL${String(index).padStart(6, "0")}`;

export const catalogues = fc
  .array(flightsWithoutId, { minLength: 1, maxLength: 30 })
  .map((flights): RandomFlight[] =>
    flights.map((flight, index) => ({ id: idOf(index), ...flight })),
  );

/** Aircraft and projects of every random flight. */
export async function seedFleet(db: Db): Promise<void> {
  for (const [name, type] of Object.entries(AIRCRAFT))
    await sql`INSERT INTO aircraft VALUES (${name}, ${type})`.execute(db);
  for (const [id, manager] of Object.entries(MANAGERS))
    await sql`INSERT INTO projects VALUES (${id}, 'A project', ${manager}, 'Open', NULL, NULL)`.execute(
      db,
    );
}

const rowsOf = (flights: readonly RandomFlight[]) => ({
  flights: flights.map(({ id, dates, aircraft, version, type }) => ({
    id,
    dates,
    aircraft,
    version,
    types: [type],
    latest: dates[0] ?? "-infinity",
    earliest: dates.at(-1) ?? null,
  })),
  logs: flights.flatMap(({ id, logs }) => logs.map((log, position) => ({ id, position, ...log }))),
  uploads: flights.flatMap(({ id, statuses }) =>
    statuses.map((status, index) => ({ id, status, key: `${id}-${index}`, sensor: `S${index}` })),
  ),
});

/** Writes flights in place of all that are there; each upload has a sensor of its own. */
export async function seedFlights(db: Db, flights: readonly RandomFlight[]): Promise<void> {
  const rows = rowsOf(flights);
  await sql`DELETE FROM flights`.execute(db);
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    SELECT id, dates, latest, CASE WHEN earliest IS NULL THEN 'empty'::tstzrange
      ELSE tstzrange(earliest, latest, '[]') END, aircraft, 'UTC', version, types
    FROM jsonb_to_recordset(${JSON.stringify(rows.flights)}::jsonb) AS r (id text,
      dates timestamptz[], latest timestamptz, earliest timestamptz, aircraft text,
      version float8, types text[])`.execute(db);
  await sql`INSERT INTO flight_sensors (flight_id, position, sensor, secondary_sensor, sensor_id,
      type, flight_type, project_id, dispatch_lidar, dispatch_imagery)
    SELECT id, position, sensor, secondary, 'SL000001', type, 'Successful Capture', project,
      lidar, imagery
    FROM jsonb_to_recordset(${JSON.stringify(rows.logs)}::jsonb) AS r (id text, position int2,
      sensor text, secondary text, type text, project text, lidar text, imagery text)`.execute(db);
  await sql`INSERT INTO uploads (id, flight_id, type, sensor_name, status)
    SELECT key, id, 'LiDAR', sensor, status
    FROM jsonb_to_recordset(${JSON.stringify(rows.uploads)}::jsonb)
      AS r (id text, key text, sensor text, status text)`.execute(db);
  await sql`SELECT refresh_flight_facets(array_agg(flight_id)) FROM flights`.execute(db);
}
