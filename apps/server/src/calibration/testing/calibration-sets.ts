import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import fc from "fast-check";
import type { Db } from "../../platform/postgres/schema.ts";
import type { SetRecord } from "./calibration-oracle.ts";

const SENSORS = ["Galaxy - 045", "Galaxy - 046"] as const;
const AIRCRAFT = ["VH-AAA", "VH-BBB"] as const;

/** A flight of each sensor in each aircraft twice; those of the last two captured by both sensors. */
export const FLIGHTS = [...Array(10).keys()].map((n) => ({
  id: `FL90000${n}`,
  sensors: n < 8 ? [SENSORS[n % 2]!] : SENSORS,
  aircraft: AIRCRAFT[Math.floor(n / 2) % 2]!,
}));

async function seedFlight(
  db: Db,
  { id, sensors, aircraft }: (typeof FLIGHTS)[number],
): Promise<void> {
  const log = `SL${id.slice(2)}`;
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft, wheels_up,
      departure_timezone, document_major_version, types)
    VALUES (${id}, '{}', now(), 'empty', ${aircraft}, now(), 'UTC', 4.2, '{}')`.execute(db);
  await sql`INSERT INTO flight_sensors (flight_id, position, sensor, secondary_sensor, sensor_id,
      type, flight_type, dispatch_lidar, dispatch_imagery)
    VALUES (${id}, 0, ${sensors[0]}, ${sensors[1] ?? null}, ${log}, 'LiDAR', 'Successful Capture',
      'TBA', 'TBA')`.execute(db);
  await sql`INSERT INTO processings (id, guid, area, flight_id, sensor_id, sensor, aircraft,
      document_major_version)
    VALUES (${id.padStart(24, "0")}, ${id}, 'ip', ${id}, ${log}, ${sensors[0]}, ${aircraft},
      4.2)`.execute(db);
}

/** Seeds the aircraft, sensors and flights of the sets. */
export async function seedFleet(db: Db): Promise<void> {
  for (const name of AIRCRAFT)
    await sql`INSERT INTO aircraft VALUES (${name}, 'Rotary')`.execute(db);
  for (const name of SENSORS)
    await sql`INSERT INTO sensor_equipment VALUES (${name}, 'LiDAR', NULL, NULL)`.execute(db);
  for (const flight of FLIGHTS) await seedFlight(db, flight);
}

/** Midnights, and the milliseconds beside them. */
const instant = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom(-1, 0, 0, 1))
  .map(([day, ms]) => Date.UTC(2026, 0, day) + ms);
const recordOf = fc.record({
  sensor: fc.constantFrom(...SENSORS),
  aircraft: fc.constantFrom(...AIRCRAFT),
  survey: instant,
  expiry: fc.option(instant),
  active: fc.boolean(),
  due: fc.option(instant),
});

/** What there is one record of. */
export type Owned = Pick<SetRecord, "sensor" | "aircraft" | "survey">;
export const dayOf = ({ sensor, aircraft, survey }: Owned): string =>
  `${sensor} ${aircraft} ${survey}`;

/** Records, when each flight was flown, and a record that is added. */
export interface DrawnSet {
  readonly records: readonly Omit<SetRecord, "id">[];
  readonly flown: readonly number[];
  readonly added: Owned;
}

export const randomSets: fc.Arbitrary<DrawnSet> = fc.record({
  records: fc.uniqueArray(recordOf, { minLength: 1, maxLength: 8, selector: dayOf }),
  flown: fc.array(instant, { minLength: FLIGHTS.length, maxLength: FLIGHTS.length }),
  added: recordOf,
});

export const isoOf = <T extends number | null>(ms: T) =>
  (ms === null ? null : new Date(ms).toISOString()) as T extends null ? null : string;

/** Replaces the records and the flights' times by those of a set. */
export async function seedSet(db: Db, { records, flown }: DrawnSet): Promise<SetRecord[]> {
  const set = records.map((record, n) => ({ id: n.toString(16).padStart(24, "0"), ...record }));
  const rows = set.map(({ survey, expiry, due, ...each }) => ({
    ...each,
    survey: isoOf(survey),
    expiry: isoOf(expiry),
    due: isoOf(due),
  }));
  await sql`DELETE FROM calibrations`.execute(db);
  await sql`INSERT INTO calibrations (id, kind, sensor_name, aircraft, parameters, survey_date,
      expiry_date, scheduled_expiry_date, is_active)
    SELECT id, 'lidar', sensor, aircraft, '{}', survey, expiry, due, active
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (id text, sensor text, aircraft text,
      survey timestamptz, expiry timestamptz, due timestamptz, active boolean)`.execute(db);
  const times = FLIGHTS.map(({ id }, n) => ({ id, at: isoOf(flown[n]!) }));
  await sql`UPDATE flights f SET wheels_up = r.at
    FROM jsonb_to_recordset(${JSON.stringify(times)}::jsonb) AS r (id text, at timestamptz)
    WHERE f.flight_id = r.id`.execute(db);
  return set;
}

const TBL = gzipSync("0 0.0\n").toString("base64");

/** A form that completes a record. */
export function formOf({ sensor, aircraft, survey }: Owned) {
  const day = isoOf(survey).slice(0, 10).split("-").toReversed().join("");
  return {
    SensorName: sensor,
    Aircraft: aircraft,
    SurveyDate: isoOf(survey),
    ScheduledExpiryDate: "2090-01-01T00:00:00.000Z",
    PriGNSSLeverX: 1,
    PriGNSSLeverY: 1,
    PriGNSSLeverZ: 1,
    RefToIMULeverX: 0,
    RefToIMULeverY: 0,
    RefToIMULeverZ: 0,
    RefToIMUMountingAnglX: 0,
    RefToIMUMountingAnglY: 0,
    RefToIMUMountingAnglZ: 0,
    LMSInstrumentRES: "res",
    LMSInstrumentTBL: TBL,
    LMSInstrumentLCP: "lcp",
    InstrumentFileNames: ["RES", "TBL", "LCP"].map(
      (kind) => `1234${sensor.slice(-3)}_${aircraft}_LMS42_${day}.${kind}`,
    ),
  };
}
