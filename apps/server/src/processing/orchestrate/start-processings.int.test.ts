import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProcessingRig, type ProcessingRig } from "../testing/processing-rig.ts";

let rig: ProcessingRig;
beforeAll(async () => {
  rig = await openProcessingRig();
});
afterAll(() => rig.database.drop());

const calibrate = (
  sensor: string,
  aircraft: string,
  survey: string,
  expiry: string | null = null,
) =>
  sql`INSERT INTO calibrations (id, kind, sensor_name, aircraft, parameters, survey_date,
      expiry_date, is_active)
    VALUES (left(md5(random()::text), 24), 'lidar', ${sensor}, ${aircraft}, '{}', ${survey},
      ${expiry}, true)`.execute(rig.db);
const waits = (id: string) =>
  rig.db
    .selectFrom("processings")
    .select(["waits_on", "waits_for", "calibration_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

test("processing/C2 a processing begins when its upload is ready and its calibration in force", async () => {
  const { id, flightId } = await rig.seedLog({ sensor: "S - 001", upload: "UPLOADING" });
  await rig.start();
  expect(await waits(id)).toMatchObject({
    waits_on: "uploads",
    waits_for: "Waits for the upload LiDAR (Uploading)",
  });
  expect(await rig.statusesOf(id)).toMatchObject({ GPS: "NOT_COMMENCED", LMS: "NOT_COMMENCED" });

  await sql`UPDATE uploads SET status = 'DATA_READY' WHERE flight_id = ${flightId}`.execute(rig.db);
  await rig.start();
  expect(await waits(id)).toMatchObject({ waits_on: "calibration" });
  expect((await waits(id)).waits_for).toMatch(/^No matching parameters/);

  await calibrate("S - 001", "VH-AAA", "2025-01-01Z");
  await rig.start();
  expect(await rig.statusesOf(id)).toMatchObject({ GPS: "QUEUED", LMS: "NOT_COMMENCED" });
  const begun = await waits(id);
  expect(begun).toMatchObject({ waits_on: null, waits_for: null });
  expect(begun.calibration_id).not.toBeNull();
  const orders =
    await sql`SELECT ordered_by FROM job_orders o JOIN processing_jobs j ON j.id = o.job_id
    WHERE j.processing_id = ${id}`.execute(rig.db);
  expect(orders.rows).toEqual([{ ordered_by: null }]);
  const audit = await sql<{ actor: string; detail: unknown }>`SELECT actor, detail FROM audit.events
    WHERE flight_id = ${flightId} AND action = 'job.moved'`.execute(rig.db);
  expect(audit.rows).toEqual([
    {
      actor: "swath",
      detail: expect.objectContaining({ job: "GPS", from: "NOT_COMMENCED", to: "QUEUED" }),
    },
  ]);
});

test("calibration/K4 the newest record in force at the flight is chosen, and no other", async () => {
  await calibrate("S - 002", "VH-AAA", "2025-01-01Z", "2025-06-01Z");
  await calibrate("S - 002", "VH-AAA", "2025-06-01Z");
  await calibrate("S - 002", "VH-AAA", "2027-06-01Z");
  await calibrate("S - 002", "VH-B,B", "2025-12-01Z");
  let log = await rig.seedLog({ sensor: "S - 002" });
  // Every other flight is of the other aircraft.
  const { aircraft } = await rig.db
    .selectFrom("processings")
    .select("aircraft")
    .where("id", "=", log.id)
    .executeTakeFirstOrThrow();
  if (aircraft !== "VH-AAA") log = await rig.seedLog({ sensor: "S - 002" });
  await rig.start();
  const { calibration_id } = await waits(log.id);
  const chosen = await rig.db
    .selectFrom("calibrations")
    .select(["aircraft", "survey_date"])
    .where("id", "=", calibration_id)
    .executeTakeFirstOrThrow();
  expect(chosen).toEqual({ aircraft: "VH-AAA", survey_date: new Date("2025-06-01Z") });
});

test("processing/C1 a log waits for a template, and follows the one that its project gets", async () => {
  const { id } = await rig.seedLog({ project: "PRJ00004", sensor: "S - 003" });
  await rig.start();
  expect(await waits(id)).toMatchObject({
    waits_on: "template",
    waits_for: "Project PRJ00004 has no processing template",
  });
  expect(await rig.statusesOf(id)).toEqual({});
  await sql`UPDATE projects SET processing_template = 'LiDAR' WHERE project_id = 'PRJ00004'`.execute(
    rig.db,
  );
  await rig.start();
  expect(await rig.statusesOf(id)).toHaveProperty("GPS", "NOT_COMMENCED");
  expect(await waits(id)).toMatchObject({ waits_on: "calibration" });
});

test("processing/C3 what comes georeferenced needs no calibration: a Terrain Mapper's LAZ begins at once", async () => {
  const { id } = await rig.seedLog({
    sensor: "Leica Terrain Mapper - 101",
    uploadType: "TerrainMapperLAZ",
  });
  await rig.start();
  expect(await rig.statusesOf(id)).toEqual({
    PI1_MineIP1: "PREQUEUE",
    ICP1_MineIP1: "NOT_COMMENCED",
    MiningAI3: "NOT_COMMENCED",
  });
});

test("the record in force is shown while a processing still waits for its upload", async () => {
  await calibrate("S - 004", "VH-AAA", "2025-01-01Z");
  await calibrate("S - 004", "VH-B,B", "2025-01-01Z");
  const { id } = await rig.seedLog({ sensor: "S - 004", upload: null });
  await rig.start();
  const found = await waits(id);
  expect(found).toMatchObject({
    waits_on: "uploads",
    waits_for: "Waits for a LiDAR upload, which this sensor log does not have",
  });
  expect(found.calibration_id).not.toBeNull();
});

test("processing/C0 documents of the former service get their jobs, and do not begin", async () => {
  const { id } = await rig.seedLog({ version: 3 });
  await rig.start();
  expect(await waits(id)).toMatchObject({ waits_on: "former" });
  expect(await rig.statusesOf(id)).toHaveProperty("GPS", "NOT_COMMENCED");
});

test("processing/C4 what began once is left alone, whatever comes", async () => {
  const { id } = await rig.seedLog({ sensor: "S - 001" });
  await rig.start();
  await rig.setStatus(id, { gps: "FAILED" });
  await sql`UPDATE processings SET to_start = true WHERE id = ${id}`.execute(rig.db);
  await rig.start();
  expect(await rig.statusesOf(id)).toHaveProperty("GPS", "FAILED");
});

test("servers that look at once begin each processing once", async () => {
  const logs = await Promise.all(
    Array.from({ length: 6 }, () =>
      rig.seedLog({ sensor: "Terrain Mapper - 102", uploadType: "TerrainMapperLAZ" }),
    ),
  );
  await Promise.all([rig.start(), rig.start(), rig.start()]);
  const ids = logs.map(({ id }) => id);
  const { rows } = await sql`SELECT count(*) AS n FROM job_orders o
    JOIN processing_jobs j ON j.id = o.job_id WHERE j.processing_id = ANY (${ids})`.execute(rig.db);
  expect(rows).toEqual([{ n: 6 }]);
});
