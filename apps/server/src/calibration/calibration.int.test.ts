import type { Catalogue } from "@swath/contract/flights";
import { sql } from "kysely";
import { endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, expect, test } from "vitest";
import { calibrationFile, renewCalibrations } from "../domain/calibrations/calibration-in-force.ts";
import { importCalibrations } from "../domain/calibrations/import-calibrations.ts";
import { createProcessings } from "../domain/processing/create-processings.ts";
import { recordServe, testIdentity } from "../platform/http/testing/recorded-serve.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { serveCalibrations } from "./calibration.routes.ts";

type Lidar = NonNullable<Catalogue["calibrations"]>[number];
type Imagery = NonNullable<Catalogue["imageryCalibrations"]>[number];

const common = {
  Aircraft: "VH-AAA",
  SurveyDate: "2025-01-01T00:00:00Z",
  ScheduledExpiryDate: null,
  ExpiryDate: null,
  IsActive: true,
  FlightID: null,
} as const;
const lidar = (change: Partial<Lidar> = {}): Lidar => ({
  ...common,
  SensorName: "Galaxy - 045",
  PriGNSSLeverX: 0.842,
  PriGNSSLeverY: -0.127,
  PriGNSSLeverZ: -1.356,
  PriGNSSLeverSD: "SD10cm",
  RefToIMULeverX: 1,
  RefToIMULeverY: 2,
  RefToIMULeverZ: 3,
  RefToIMUMountingAnglX: 4,
  RefToIMUMountingAnglY: 5,
  RefToIMUMountingAnglZ: 6,
  LMSInstrumentRES: "res",
  LMSInstrumentTBL: "tbl",
  LMSInstrumentLCP: "lcp",
  LMSVersion: "4.2",
  ...change,
});
const imagery: Imagery = {
  ...common,
  SensorName: "P1 - 118",
  CameraLeverArmX: 1,
  CameraLeverArmY: 2,
  CameraLeverArmZ: 3,
  CameraBoresiteAngleTx: 4,
  CameraBoresiteAngleTy: 5,
  CameraBoresiteAngleTz: 6,
  KappaCardinal: 90,
};

const { serve, ask } = recordServe();
let database: TestDatabase;
const bring = (records: Lidar[], cameras: Imagery[] = []) =>
  database.db.transaction().execute((trx) => importCalibrations(trx, records, cameras));
const list = async (query: Record<string, string> = {}) => {
  const { reply, headers } = await ask(endpoints.listCalibrations, { query });
  return { reply, total: Number(headers["x-total-count"]) };
};
const surveys = async (query: Record<string, string> = {}): Promise<string[]> =>
  (await list(query)).reply.map(
    ({ SurveyDate, Aircraft }) => `${Aircraft} ${SurveyDate.slice(0, 4)}`,
  );

beforeAll(async () => {
  database = await createTestDatabase();
  serveCalibrations(serve, { db: database.db });
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing'), ('VH-BBB', 'Rotary')`.execute(
    database.db,
  );
  await bring(
    [
      lidar(),
      lidar({ SurveyDate: "2026-01-01T00:00:00Z" }),
      lidar({ Aircraft: "VH-BBB", IsActive: false, LMSInstrumentRES: null }),
    ],
    [imagery],
  );
});
afterAll(() => database.drop());

test("calibration/K3 an active record expires where the next of its sensor and aircraft begins", async () => {
  const { reply } = await list({ Aircraft: "VH-AAA" });
  expect(reply.map(({ ExpiryDate }) => ExpiryDate)).toEqual([null, "2026-01-01T00:00:00.000Z"]);
});

test("records are listed latest survey first, with the total, and are filtered", async () => {
  expect((await list({ pageSize: "1" })).total).toBe(3);
  expect(await surveys()).toEqual(expect.arrayContaining(["VH-AAA 2026", "VH-BBB 2025"]));
  expect((await surveys())[0]).toBe("VH-AAA 2026");
  expect(await surveys({ AircraftType: "$any Rotary" })).toEqual(["VH-BBB 2025"]);
  expect(await surveys({ Status: "Current" })).toEqual(["VH-AAA 2026"]);
  expect(await surveys({ Status: "Expired" })).toEqual(["VH-AAA 2025"]);
  expect(await surveys({ Status: "Invalid" })).toEqual(["VH-BBB 2025"]);
  expect(await surveys({ SurveyDate: "2025-12-31+2026-01-01" })).toEqual(["VH-AAA 2026"]);
  expect(await surveys({ SensorName: "' OR TRUE --" })).toEqual([]);
  await expect(list({ Aircraft: "$exists" })).rejects.toMatchObject({ code: "INVALID_FILTER" });
});

test("a record holds its numbers and whether its files are there, and never their contents", async () => {
  const { reply } = await list();
  const [newest] = reply;
  const one = await ask(endpoints.readCalibration, { params: { calibrationId: newest!._id } });
  expect(one.reply).toEqual(newest);
  expect(newest).toMatchObject({
    PriGNSSLeverX: 0.842,
    LMSVersion: "4.2",
    hasInstrumentFiles: true,
  });
  expect(JSON.stringify(reply)).not.toContain("LMSInstrument");
  expect(reply.find(({ Aircraft }) => Aircraft === "VH-BBB")?.hasInstrumentFiles).toBe(false);
  const camera = await ask(endpoints.listImageryCalibrations, {});
  expect(camera.reply).toMatchObject([{ KappaCardinal: 90, CameraBoresiteAngleTz: 6 }]);
  const wrongKind = ask(endpoints.readImageryCalibration, {
    params: { calibrationId: newest!._id },
  });
  await expect(wrongKind).rejects.toMatchObject({ code: "CALIBRATION_NOT_FOUND" });
});

test("a guest sees none", async () => {
  const identity = testIdentity("guest", "guest");
  await expect(ask(endpoints.listCalibrations, { identity })).rejects.toMatchObject({
    code: "INSUFFICIENT_PRIVILEGES",
  });
});

test("an import that brings a record again replaces it, and keeps its identifier and files", async () => {
  const before = (await list({ Status: "Current" })).reply[0]!;
  const again = { SurveyDate: "2026-01-01T00:00:00Z", LMSInstrumentRES: null, PriGNSSLeverX: 0.5 };
  await bring([lidar(again)]);
  const after = (await list({ Status: "Current" })).reply[0]!;
  expect(after).toMatchObject({ _id: before._id, PriGNSSLeverX: 0.5, hasInstrumentFiles: true });
});

test("the programs read the records of both kinds that were in force at the flight", async () => {
  const { db } = database;
  const day = "2025-06-01Z";
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    VALUES ('FL000001', ARRAY[${day}::timestamptz], ${day}, 'empty', 'VH-AAA', 'UTC', 4.2, '{}')`.execute(
    db,
  );
  await sql`INSERT INTO flight_sensors (flight_id, position, sensor, secondary_sensor, sensor_id,
      type, flight_type, dispatch_lidar, dispatch_imagery)
    VALUES ('FL000001', 0, 'Galaxy - 045', 'P1 - 118', 'SL000001', 'LiDARandImagery',
      'Successful Capture', 'TBA', 'TBA')`.execute(db);
  await db.transaction().execute((trx) => createProcessings(trx, ["FL000001"]));
  const { id } = await db.selectFrom("processings").select("id").executeTakeFirstOrThrow();
  expect(await calibrationFile(db, id)).toMatchObject({
    lidar: { SurveyDate: "2025-01-01T00:00:00.000Z", PriGNSSLeverX: 0.842, LMSVersion: "4.2" },
    imagery: { SensorName: "P1 - 118", KappaCardinal: 90 },
  });
  // The record that it began with stays, whatever is in force now.
  const newest = (await list({ Status: "Current" })).reply[0]!;
  await db.updateTable("processings").set({ calibration_id: newest._id }).execute();
  expect((await calibrationFile(db, id)).lidar?.id).toBe(newest._id);
  const inForce = (await calibrationFile(db, id, { renewed: true })).lidar!;
  expect(inForce.SurveyDate).toBe("2025-01-01T00:00:00.000Z");
  const taken = async () =>
    (await db.selectFrom("processings").select("calibration_id").executeTakeFirstOrThrow())
      .calibration_id;
  // calibration/K5 a resubmission takes the one that is in force; where none is, the one it had stays.
  await renewCalibrations(db, [id]);
  expect(await taken()).toBe(inForce.id);
  await sql`UPDATE calibrations SET is_active = false WHERE kind = 'lidar'`.execute(db);
  await renewCalibrations(db, [id]);
  expect(await taken()).toBe(inForce.id);
  expect((await calibrationFile(db, id, { renewed: true })).lidar?.id).toBe(inForce.id);
  await sql`UPDATE calibrations SET is_active = true WHERE kind = 'lidar'`.execute(db);
});
