import { sql } from "kysely";
import { calibrationOf, calibrationStatus, isDue } from "@swath/contract/calibrations";
import type { AppError } from "@swath/contract/errors";
import { endpoints } from "@swath/contract/endpoints";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { calibrationInForce, OF_PROCESSING } from "../domain/calibrations/calibration-in-force.ts";
import { keepFirstLMSVersion } from "../domain/settings/lms-version.ts";
import { recordServe, testIdentity } from "../platform/http/testing/recorded-serve.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { serveCalibrations } from "./calibration.routes.ts";
import {
  expectedAfterSaving,
  expectedDue,
  expectedMatch,
  expectedStatus,
  type SetRecord,
} from "./testing/calibration-oracle.ts";
import {
  dayOf,
  FLIGHTS,
  formOf,
  isoOf,
  type Owned,
  seedFleet,
  seedSet,
  randomSets,
} from "./testing/calibration-sets.ts";

const SETS = 1_000;
const SEED = Number(process.env["SWATH_SEED"] ?? 20_261_125);
const LONGEST_MS = 180_000;
const VERSION = "4.2";
const NOW = Date.UTC(2026, 0, 5);

const { serve, ask } = recordServe();
const identity = testIdentity("crew");
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await keepFirstLMSVersion(database.db, VERSION);
  await seedFleet(database.db);
  serveCalibrations(serve, database);
});
afterAll(() => database.drop());

const listed = async (query: Record<string, string> = {}) =>
  (await ask(endpoints.listCalibrations, { query: { pageSize: "-1", ...query } })).reply;

/** Which record each flight would be processed with. */
async function matches(): Promise<(string | null)[]> {
  const { rows } = await sql<{ id: string | null }>`
    SELECT ${calibrationInForce("lidar", OF_PROCESSING)} AS id FROM processings p
    JOIN flights f USING (flight_id)
    JOIN flight_sensors l ON l.flight_id = p.flight_id AND l.sensor_id = p.sensor_id
    ORDER BY p.flight_id`.execute(database.db);
  return rows.map(({ id }) => id);
}

/** Statuses, their filters and what is due are the table's. */
async function seeStatuses(set: readonly SetRecord[]): Promise<void> {
  const read = await listed();
  const known = new Map(set.map((record) => [record.id, record]));
  expect(read).toHaveLength(set.length);
  for (const record of read) {
    const of = known.get(record._id)!;
    expect(calibrationStatus(record)).toEqual(expectedStatus(of));
    expect(isDue(record, new Date(NOW))).toBe(expectedDue(of, NOW));
  }
  for (const Status of ["Current", "Expired", "Invalid"]) {
    const found = (await listed({ Status })).map(({ _id }) => _id);
    const expected = set.filter((each) => expectedStatus(each).filters.includes(Status));
    expect(found.toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
  }
}

/** Each flight matches the record of the rule; where two sensors' are as new, one of both. */
async function seeMatches(set: readonly SetRecord[], flown: readonly number[]): Promise<void> {
  const found = await matches();
  for (const [n, { sensors, aircraft }] of FLIGHTS.entries()) {
    const expected = expectedMatch(set, { sensors, aircraft, at: flown[n]! });
    if (expected.length === 0) expect(found[n]).toBeNull();
    else expect(expected.map(({ id }) => id)).toContain(found[n]);
  }
}

/** The contract's rule is the same. */
function seeContract(set: readonly SetRecord[], flown: readonly number[]): void {
  const records = set.map((record) => ({
    id: record.id,
    SensorName: record.sensor,
    Aircraft: record.aircraft,
    SurveyDate: isoOf(record.survey),
    ExpiryDate: isoOf(record.expiry),
    IsActive: record.active,
  }));
  for (const [n, { sensors, aircraft }] of FLIGHTS.entries()) {
    const of = { sensors: sensors.slice(0, 1), aircraft, at: flown[n]! };
    const flight = { sensor: of.sensors[0]!, aircraft, date: new Date(of.at) };
    expect(calibrationOf(records, flight)?.id).toBe(expectedMatch(set, of)[0]?.id);
  }
}

const refusalOf = (promise: Promise<unknown>): Promise<string | undefined> =>
  promise.then(
    () => undefined,
    (error: AppError) => error.code,
  );

/** Completes each record that may be edited; answers the set as it is then. */
async function complete(set: readonly SetRecord[]): Promise<SetRecord[]> {
  let now = [...set];
  for (const record of set) {
    const asked = { params: { calibrationId: record.id }, body: formOf(record), identity };
    const refusal = await refusalOf(ask(endpoints.updateCalibration, asked));
    expect(refusal).toBe(record.active ? "INVALID_TRANSITION" : undefined);
    if (refusal === undefined) now = expectedAfterSaving(now, record);
  }
  return now;
}

/** Adds a record, which was told before what flights it would be of; answers the set as it is then. */
async function add(set: readonly SetRecord[], added: Owned, flown: readonly number[]) {
  if (set.some((record) => dayOf(record) === dayOf(added))) return set;
  const form = formOf(added);
  const { SensorName, Aircraft, SurveyDate } = form;
  const query = { SensorName, Aircraft, SurveyDate };
  const told = (await ask(endpoints.listMatchingFlights, { query, identity })).reply;
  const { reply } = await ask(endpoints.createCalibration, { body: form, identity });
  expect(reply.result.LMSVersion).toBe(VERSION);
  const { _id: id } = reply.result;
  const saved = expectedAfterSaving(set, { ...added, id, active: true, expiry: null, due: null });
  const expected = FLIGHTS.filter(({ sensors, aircraft }, n) =>
    expectedMatch(saved, { sensors, aircraft, at: flown[n]! }).some((each) => each.id === id),
  );
  expect(told.named.map(({ FlightID }) => FlightID).toSorted()).toEqual(expected.map((f) => f.id));
  expect(told.total).toBe(expected.length);
  return saved;
}

test(
  "calibration/K1 to K4: status and match of random sets of records are the tables'",
  async () => {
    const check = fc.asyncProperty(randomSets, async (drawn) => {
      const set = await seedSet(database.db, drawn);
      await seeStatuses(set);
      await seeMatches(set, drawn.flown);
      seeContract(set, drawn.flown);
      const saved = await add(await complete(set), drawn.added, drawn.flown);
      const states = (await listed()).map((of) => `${of._id} ${of.IsActive} ${of.ExpiryDate}`);
      const expected = saved.map(({ id, active, expiry }) => `${id} ${active} ${isoOf(expiry)}`);
      expect(states.toSorted()).toEqual(expected.toSorted());
      await seeMatches(saved, drawn.flown);
    });
    await fc.assert(check, { numRuns: SETS, seed: SEED });
  },
  LONGEST_MS,
);
