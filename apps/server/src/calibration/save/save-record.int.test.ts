import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import type { CalibrationForm, ImageryForm } from "@swath/contract/calibrations";
import type { AppError } from "@swath/contract/errors";
import type { Role } from "@swath/contract/identity";
import { endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { keepFirstLMSVersion } from "../../domain/settings/lms-version.ts";
import { recordServe, testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { createTestDatabase, type TestDatabase } from "../../platform/postgres/testing.ts";
import { serveCalibrations } from "../calibration.routes.ts";
import { untilBlocked } from "../../platform/postgres/testing/until-blocked.ts";

const { serve, ask } = recordServe();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await sql`INSERT INTO aircraft VALUES ('VH-ABC', 'FixedWing'), ('VH-DEF', 'Rotary')`.execute(db);
  await sql`INSERT INTO sensor_equipment VALUES ('Galaxy - 045', 'LiDAR', NULL, NULL),
    ('P1 - 118', 'MediumFormatImagery', NULL, NULL), ('PhaseOne - 7', 'MediumFormatImagery', NULL,
    NULL)`.execute(db);
  await keepFirstLMSVersion(db, "4.2");
  serveCalibrations(serve, { db });
  await seedFlights(12);
});
afterAll(() => database.drop());
beforeEach(() => sql`DELETE FROM calibrations`.execute(database.db));

const DAY_MS = 86_400_000;
const iso = (n: number): string => new Date(Date.UTC(2026, 0, 1) + n * DAY_MS).toISOString();

/** A flight a day from 2026-01-01 on, each with a processing. */
async function seedFlights(count: number): Promise<void> {
  const { db } = database;
  for (let n = 0; n < count; n += 1) {
    const flight = `FL9${String(n).padStart(5, "0")}`;
    await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft, wheels_up,
        departure_timezone, document_major_version, types)
      VALUES (${flight}, '{}', ${iso(n)}, 'empty', 'VH-ABC', ${iso(n)}, 'UTC', 4.2, '{}')`.execute(
      db,
    );
    await sql`INSERT INTO processings (id, guid, area, flight_id, sensor_id, sensor,
        document_major_version)
      VALUES (${flight.padStart(24, "0")}, ${flight}, 'ip', ${flight}, ${`SL9${flight.slice(3)}`},
        'Galaxy - 045', 4.2)`.execute(db);
  }
}

const identity = testIdentity("crew");
const TBL = gzipSync("0 0.0\n").toString("base64");
const day = (date: string): string => date.slice(0, 10).split("-").toReversed().join("");
const namesOf = (date: string): string[] =>
  ["RES", "TBL", "LCP"].map((kind) => `1234045_VH-ABC_LMS42_${day(date)}.${kind}`);

function form(change: Partial<CalibrationForm> = {}) {
  const SurveyDate = change.SurveyDate ?? "2026-03-14T00:00:00.000Z";
  return {
    SensorName: "Galaxy - 045",
    Aircraft: "VH-ABC",
    SurveyDate,
    ScheduledExpiryDate: "2028-03-14T00:00:00.000Z",
    PriGNSSLeverX: 0.842,
    PriGNSSLeverY: -0.127,
    PriGNSSLeverZ: -1.356,
    RefToIMULeverX: 0,
    RefToIMULeverY: 0,
    RefToIMULeverZ: 0,
    RefToIMUMountingAnglX: 0.1,
    RefToIMUMountingAnglY: 0,
    RefToIMUMountingAnglZ: 180,
    LMSInstrumentRES: "res",
    LMSInstrumentTBL: TBL,
    LMSInstrumentLCP: "lcp",
    InstrumentFileNames: namesOf(SurveyDate),
    ...change,
  };
}
const create = async (change: Partial<CalibrationForm> = {}) =>
  (await ask(endpoints.createCalibration, { body: form(change), identity })).reply.result;
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: AppError) => error,
  );
const refusal = async (change: object) => (await errorOf(create(change)))?.message;
const count = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM calibrations`.execute(
    database.db,
  );
  return rows[0]!.n;
};

test("calibration/K2 what is saved is active and of the current LMS version, whatever is sent", async () => {
  const result = await create({ IsActive: false, LMSVersion: "1.0", ExpiryDate: null });
  expect(result).toMatchObject({
    IsActive: true,
    LMSVersion: "4.2",
    ExpiryDate: null,
    AircraftType: "FixedWing",
    PriGNSSLeverX: 0.842,
    PriGNSSLeverSD: "SD10cm",
    hasInstrumentFiles: true,
  });
  const { rows } = await sql<{ detail: { after: Record<string, unknown> } }>`SELECT detail
    FROM audit.events WHERE action = 'calibration.saved' ORDER BY id DESC LIMIT 1`.execute(
    database.db,
  );
  expect(rows[0]?.detail).toMatchObject({ kind: "lidar", before: null, calibration: result._id });
  // SHA-256, not the file.
  expect(rows[0]?.detail.after["TBL"]).toMatch(/^[0-9a-f]{64}$/);
});

test("calibration/K2 a version that is changed while a record is saved waits until it is", async () => {
  const { db } = database;
  let saved: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("application_settings").set({ value: "4.3" }).execute();
    saved = create();
    await untilBlocked(db);
    expect(await count()).toBe(0);
  });
  expect(await saved).toMatchObject({ LMSVersion: "4.3" });
  await db.updateTable("application_settings").set({ value: "4.2" }).execute();
});

const expiryOf = async (calibrationId: string) =>
  (await ask(endpoints.readCalibration, { params: { calibrationId } })).reply.ExpiryDate;

test("calibration/K3 the record before expires where a new one begins, the new one where the next does", async () => {
  const first = await create({ SurveyDate: "2026-01-01T00:00:00.000Z" });
  const last = await create({ SurveyDate: "2026-05-01T00:00:00.000Z" });
  const between = await create({ SurveyDate: "2026-03-01T00:00:00.000Z" });
  expect(await expiryOf(first._id)).toBe("2026-03-01T00:00:00.000Z");
  expect(await expiryOf(between._id)).toBe("2026-05-01T00:00:00.000Z");
  expect(await expiryOf(last._id)).toBeNull();
});

test("calibration/K3 holds where two people save at once, and one day has one record", async () => {
  for (let n = 0; n < 10; n += 1) {
    await sql`DELETE FROM calibrations`.execute(database.db);
    const days = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"];
    const [former, latter] = await Promise.all(days.map((SurveyDate) => create({ SurveyDate })));
    expect(await expiryOf(former!._id)).toBe(days[1]);
    expect(await expiryOf(latter!._id)).toBeNull();
    const twice = await Promise.all([1, 2].map(() => errorOf(create())));
    expect(twice.map((error) => error?.code ?? "saved").toSorted()).toEqual([
      "INVALID_REQUEST",
      "saved",
    ]);
  }
});

test.each([
  ["a missing number", { PriGNSSLeverX: undefined }],
  ["a number that is none", { PriGNSSLeverX: "0.8" }],
  ["a lever arm that no stage takes", { PriGNSSLeverX: 101, Confirmed: ["PriGNSSLeverX"] }],
  [
    "an angle that no stage takes",
    { RefToIMUMountingAnglZ: 721, Confirmed: ["RefToIMUMountingAnglZ"] },
  ],
  ["a missing due date", { ScheduledExpiryDate: undefined }],
  ["a date of no calendar", { SurveyDate: "2026-02-30T00:00:00Z", InstrumentFileNames: [] }],
  ["a camera", { SensorName: "P1 - 118" }],
  ["an aircraft of no catalogue", { Aircraft: "VH-ZZZ" }],
  ["no instrument files", { InstrumentFileNames: [] }],
  ["files without names", { InstrumentFileNames: undefined }],
  ["a kind twice", { InstrumentFileNames: [...namesOf("2026-03-14"), namesOf("2026-03-14")[0]!] }],
  ["a name with a path", { InstrumentFileNames: namesOf("2026-03-14").map((n) => `../${n}`) }],
  ["two of three contents", { LMSInstrumentLCP: undefined }],
  ["a TBL that is not gzipped", { LMSInstrumentTBL: Buffer.from("0 0").toString("base64") }],
  ["a TBL that is not in base64", { LMSInstrumentTBL: `${TBL}!` }],
  ["a TBL that is compressed", { LMSInstrumentTBL: gzipSync(gzipSync("0 0")).toString("base64") }],
  ["a TBL that is empty", { LMSInstrumentTBL: gzipSync("").toString("base64") }],
  ["a TBL that was cut", { LMSInstrumentTBL: TBL.slice(0, 20) }],
  ["a text with NUL", { LMSInstrumentRES: "a\0b" }],
  ["a text beyond the bound", { LMSInstrumentLCP: "é".repeat(2_500_001) }],
])("%s is refused, and nothing is saved", async (_, change) => {
  expect(await errorOf(create(change as never))).toMatchObject({ code: "INVALID_REQUEST" });
  expect(await count()).toBe(0);
});

test("calibration/K8 a table that unpacks beyond the bound is refused unread", async () => {
  const bomb = gzipSync(Buffer.alloc(100_000_000)).toString("base64");
  expect(bomb.length).toBeLessThan(200_000);
  const before = process.memoryUsage().arrayBuffers;
  expect(await refusal({ LMSInstrumentTBL: bomb })).toMatch(/larger than 20 MB/);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60_000_000);
});

test("the naming standard is said in the words of the specification", async () => {
  const names = namesOf("2026-03-14");
  names[1] = "1234046_VH-ABC_LMS42_14032026.TBL";
  expect(await refusal({ InstrumentFileNames: names })).toBe(
    "TBL file doesn't match naming standard. Please check the sensor number is: 045, aircraft " +
      "serial is: VH-ABC and date is: 14032026. Current file name: 1234046_VH-ABC_LMS42_14032026.TBL",
  );
});

test("values beyond what is usual are saved once each is confirmed", async () => {
  const wide = { PriGNSSLeverX: 40, RefToIMULeverZ: -100 };
  const error = await errorOf(create({ ...wide, Confirmed: ["PriGNSSLeverX"] }));
  expect(error?.details["implausible"]).toMatchObject([{ name: "RefToIMULeverZ" }]);
  expect(await count()).toBe(0);
  const all = { ...wide, Confirmed: ["PriGNSSLeverX", "RefToIMULeverZ"] };
  expect(await create(all)).toMatchObject(wide);
});

test("calibration/K6 an active record is not edited", async () => {
  const { _id: calibrationId } = await create();
  const asked = ask(endpoints.updateCalibration, {
    params: { calibrationId },
    body: form({ PriGNSSLeverX: 2 }),
    identity,
  });
  expect((await errorOf(asked))?.code).toBe("INVALID_TRANSITION");
});

test("a record that misses parameters is completed, calibration/K7 not where it changed since", async () => {
  const { _id: calibrationId, Updated } = await create();
  await sql`UPDATE calibrations SET is_active = false, lms_version = '3.0',
    updated = updated`.execute(database.db);
  const put = (updated: string | undefined, change = {}) =>
    ask(endpoints.updateCalibration, {
      params: { calibrationId },
      query: { updated },
      // Its files stay.
      body: {
        ...form({ PriGNSSLeverX: 2, ...change }),
        LMSInstrumentRES: undefined,
        LMSInstrumentTBL: undefined,
        LMSInstrumentLCP: undefined,
        InstrumentFileNames: undefined,
      },
      identity,
    });
  expect((await errorOf(put("2020-01-01T00:00:00.000Z")))?.code).toBe("RECORD_CHANGED");
  const inBody = { Updated: "2020-01-01T00:00:00.000Z" };
  expect((await errorOf(put(undefined, inBody)))?.code).toBe("RECORD_CHANGED");
  // Files are of a sensor, an aircraft and a day.
  const SurveyDate = "2026-03-15T00:00:00.000Z";
  expect((await errorOf(put(Updated, { SurveyDate })))?.message).toBe(
    "Exactly 1 RES file is required.",
  );
  const { reply } = await put(Updated);
  expect(reply).toMatchObject({
    PriGNSSLeverX: 2,
    IsActive: true,
    LMSVersion: "4.2",
    hasInstrumentFiles: true,
  });
  const none = ask(endpoints.updateCalibration, {
    params: { calibrationId: "0".repeat(24) },
    body: form(),
    identity,
  });
  expect((await errorOf(none))?.code).toBe("CALIBRATION_NOT_FOUND");
});

test("calibration/K3 a record that is moved to another day expires where the next one begins then", async () => {
  const { db } = database;
  const { _id: calibrationId } = await create({ SurveyDate: "2026-01-01T00:00:00.000Z" });
  const next = await create({ SurveyDate: "2026-05-01T00:00:00.000Z" });
  // Imported as a record of before, which misses parameters.
  await sql`UPDATE calibrations SET is_active = false, expiry_date = '2026-02-01Z'
    WHERE id = ${calibrationId}`.execute(db);
  const move = async (SurveyDate: string) => {
    await sql`UPDATE calibrations SET is_active = false WHERE id = ${calibrationId}`.execute(db);
    const body = form({ SurveyDate });
    await ask(endpoints.updateCalibration, { params: { calibrationId }, body, identity });
    return expiryOf(calibrationId);
  };
  // Of the same validity it stays as it was.
  expect(await move("2026-01-15T00:00:00.000Z")).toBe("2026-02-01T00:00:00.000Z");
  expect(await move("2026-03-01T00:00:00.000Z")).toBe("2026-05-01T00:00:00.000Z");
  expect(await move("2026-06-01T00:00:00.000Z")).toBeNull();
  expect(await expiryOf(next._id)).toBe("2026-06-01T00:00:00.000Z");
});

test("a second record of a sensor, aircraft and day is refused", async () => {
  await create();
  expect(await refusal({})).toMatch(/there is a record of this sensor/);
  expect(await count()).toBe(1);
});

const camera = (change: Partial<ImageryForm> = {}) => ({
  SensorName: "P1 - 118",
  Aircraft: "VH-ABC",
  SurveyDate: "2026-03-14T00:00:00.000Z",
  CameraLeverArmX: 0.1,
  CameraLeverArmY: 0.2,
  CameraLeverArmZ: 0.3,
  CameraBoresiteAngleTx: 0.01,
  CameraBoresiteAngleTy: 0.02,
  CameraBoresiteAngleTz: 0.03,
  KappaCardinal: 90,
  ...change,
});

const saveCamera = (change: Partial<ImageryForm> = {}) =>
  ask(endpoints.createImageryCalibration, { body: camera(change), identity });

test("imagery parameters are of P1 cameras alone", async () => {
  expect((await saveCamera()).reply.result).toMatchObject({
    SensorName: "P1 - 118",
    IsActive: true,
  });
  for (const SensorName of ["PhaseOne - 7", "Galaxy - 045", "P1 - 999"])
    expect((await errorOf(saveCamera({ SensorName })))?.code).toBe("INVALID_REQUEST");
});

test("a processing-only user is named no flight of another dashboard", async () => {
  const { db } = database;
  const query = {
    SensorName: "Galaxy - 045",
    Aircraft: "VH-ABC",
    SurveyDate: "2026-01-01T00:00:00.000Z",
  };
  const total = async (...roles: Role[]) =>
    (await ask(endpoints.listMatchingFlights, { query, identity: testIdentity("ann", ...roles) }))
      .reply.total;
  expect(await total("processingOnly")).toBe(12);
  await sql`UPDATE processings SET area = 'iptm' WHERE flight_id = 'FL900000'`.execute(db);
  expect(await total("processingOnly")).toBe(11);
  expect(await total("base")).toBe(12);
});
