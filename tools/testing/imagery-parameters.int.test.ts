import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { ImageryForm } from "@swath/contract/calibrations";
import { endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, expect, test } from "vitest";
import { calibrationFile } from "../../apps/server/src/domain/calibrations/calibration-in-force.ts";
import { createProcessings } from "../../apps/server/src/domain/processing/create-processings.ts";
import { serveCalibrations } from "../../apps/server/src/calibration/calibration.routes.ts";
import {
  recordServe,
  testIdentity,
} from "../../apps/server/src/platform/http/testing/recorded-serve.ts";
import {
  createTestDatabase,
  type TestDatabase,
} from "../../apps/server/src/platform/postgres/testing.ts";
import { writeRecords } from "../../apps/stages/src/testing/records.ts";
import { runStageFile } from "../../apps/stages/src/testing/run-stage-file.ts";
import {
  BEGINS,
  WEEK,
  writeStraightTrajectory,
} from "../../apps/stages/src/testing/straight-flight.ts";

const FLOWN = "2026-03-14T00:30:00.000Z";
const { serve, ask } = recordServe();
let database: TestDatabase;
let folder: string;

/** One flight of a P1 camera, and its processing. */
async function seedFlight(): Promise<void> {
  const { db } = database;
  await sql`INSERT INTO aircraft VALUES ('VH-SWA', 'FixedWing')`.execute(db);
  await sql`INSERT INTO sensor_equipment VALUES ('P1-118', 'MediumFormatImagery', NULL, NULL)`.execute(
    db,
  );
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    VALUES ('FL000101', ARRAY[${FLOWN}::timestamptz], ${FLOWN}, 'empty', 'VH-SWA', 'UTC', 4.2, '{}')`.execute(
    db,
  );
  await sql`INSERT INTO flight_sensors (flight_id, position, sensor, secondary_sensor, sensor_id,
      type, flight_type, dispatch_lidar, dispatch_imagery)
    VALUES ('FL000101', 0, NULL, 'P1-118', 'SL000101', 'Imagery', 'Successful Capture', 'TBA',
      'TBA')`.execute(db);
  await db.transaction().execute((trx) => createProcessings(trx, ["FL000101"]));
}

beforeAll(async () => {
  database = await createTestDatabase();
  serveCalibrations(serve, { db: database.db });
  await seedFlight();
  folder = await mkdtemp(join(tmpdir(), "imagery-parameters-"));
  for (const name of ["in", "gps", "records"]) await mkdir(join(folder, name));
  await writeStraightTrajectory(join(folder, "gps"), 10);
  const log = `file,gps_week,gps_seconds\r\na.iiq,${WEEK},${BEGINS + 1}`;
  await writeFile(join(folder, "in/FL000101_01.csv"), log);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

let surveys = 0;
/** Saves parameters by the call that the form makes, surveyed after those saved before. */
async function save(change: Partial<ImageryForm>): Promise<void> {
  surveys += 1;
  const body = {
    SensorName: "P1-118",
    Aircraft: "VH-SWA",
    SurveyDate: `2026-01-${String(surveys).padStart(2, "0")}T00:00:00Z`,
    CameraLeverArmX: 0,
    CameraLeverArmY: 0,
    CameraLeverArmZ: 0,
    CameraBoresiteAngleTx: 0,
    CameraBoresiteAngleTy: 0,
    CameraBoresiteAngleTz: 0,
    KappaCardinal: 0,
    ...change,
  };
  await ask(endpoints.createImageryCalibration, { body, identity: testIdentity("crew") });
}

/** The orientation of one image as the stage EO computes it by the parameters that are in force. */
async function orientation(): Promise<
  Record<"X0" | "Y0" | "Z0" | "omega" | "phi" | "kappa", number>
> {
  const { db } = database;
  const { id } = await db.selectFrom("processings").select("id").executeTakeFirstOrThrow();
  const out = join(folder, `out-${surveys}`);
  await mkdir(out);
  await writeRecords(join(folder, "records"), {}, await calibrationFile(db, id, { renewed: true }));
  const records = join(folder, "records");
  const ran = await runStageFile("EO", {
    "input.events": join(folder, "in"),
    "input.trajectory": join(folder, "gps"),
    "input.calibration": records,
    "input.processing": records,
    "param.focal": "50",
    "param.pixel": "5",
    "param.width": "10000",
    "param.height": "8000",
    out,
  });
  expect(ran).toEqual({ code: 0, errors: [] });
  const [head = "", row = ""] = (await readFile(join(out, "eo.csv"), "utf8")).split("\r\n");
  const values = row.split(",").map(Number);
  return Object.fromEntries(head.split(",").map((name, i) => [name, values[i]])) as never;
}

test("EO orients images by the boresight, kappa and lever arm that were entered", async () => {
  await save({});
  const straight = await orientation();
  expect(Math.hypot(straight.omega, straight.phi)).toBeCloseTo(0, 6);

  await save({ CameraBoresiteAngleTx: 0.5 });
  const tilted = await orientation();
  // Degrees, not the arc minutes that the label says (docs/georeferencing.md).
  expect(Math.hypot(tilted.omega, tilted.phi)).toBeCloseTo(0.5, 4);
  expect(tilted.Z0).toBeCloseTo(straight.Z0, 3);

  await save({ CameraBoresiteAngleTy: -0.25 });
  const other = await orientation();
  expect(Math.hypot(other.omega, other.phi)).toBeCloseTo(0.25, 4);

  await save({ CameraBoresiteAngleTz: 1.5, KappaCardinal: 90 });
  const turned = await orientation();
  expect(Math.abs(turned.kappa - straight.kappa)).toBeCloseTo(91.5, 3);

  await save({ CameraLeverArmX: 0.3, CameraLeverArmZ: 0.4 });
  const moved = await orientation();
  const shift = [moved.X0 - straight.X0, moved.Y0 - straight.Y0, moved.Z0 - straight.Z0];
  expect(Math.hypot(...shift)).toBeCloseTo(0.5, 2);
  expect(Math.abs(shift[2]!)).toBeCloseTo(0.4, 2);
});
