import type { AppError } from "@swath/contract/errors";
import { WEEK_SECONDS } from "@swath/survey/gps-time";
import { endpoints } from "@swath/contract/endpoints";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import {
  type FileStoreServer,
  serveFileStore,
} from "../../platform/file-store-http/testing/file-store-server.ts";
import { seedRecorded } from "../testing/seed-recorded.ts";
import { openProcessingRig, type ProcessingRig } from "../testing/processing-rig.ts";
import { testStage } from "../testing/run-rig.ts";

const BUCKET = "swath-lidar";
const SENSOR = "Galaxy - 045";
const TERRAIN_MAPPER = "Terrain Mapper - 101";
const FILES = ["a.000", "a.001", "a.002", "a.003", "b.000", "1.range", "2.range", "fms.log"];

let rig: ProcessingRig;
let server: FileStoreServer;
beforeAll(async () => {
  server = await serveFileStore([BUCKET]);
  rig = await openProcessingRig({ store: server.store });
});
afterAll(async () => {
  await rig.database.drop();
  await server.close();
});

const crew = testIdentity("crew", "resubmit");
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    ({ code, message, details }: AppError) => ({ code, message, details }),
  );

/** A log whose upload brought files. */
async function seed(log: Parameters<ProcessingRig["seedLog"]>[0] = {}, names = FILES) {
  const { id, flightId } = await rig.seedLog(log);
  const files = Object.fromEntries(names.map((name) => [name, Buffer.from(name)]));
  const uploadId = flightId.padStart(24, "0");
  const sensor = log.sensor ?? SENSOR;
  const from = { bucket: BUCKET, flightId, uploadId, sensor };
  await seedRecorded({ db: rig.db, store: server.store }, from, files);
  return { id, flightId, sensorId: `SL${flightId.slice(2)}` };
}
type Log = Awaited<ReturnType<typeof seed>>;

const bodyOf = ({ sensorId }: Pick<Log, "sensorId">, more: object) => ({
  sensorId,
  sensorName: SENSOR,
  processingTemplate: "LiDAR-MiningAI",
  ...more,
});
const submit = async (log: Log, more: object, identity = crew) => {
  const params = { flightId: log.flightId };
  const body = bodyOf(log, more);
  return (await rig.ask(endpoints.submitCustom, { params, body, identity })).reply;
};
const preflight = async (log: Log, more: object, identity = crew) => {
  const params = { flightId: log.flightId };
  const body = bodyOf(log, more);
  return (await rig.ask(endpoints.readCustomPreflight, { params, body, identity })).reply;
};
const GPS = { gpsFiles: ["a.002", "a.001"], gpsStartTime: 10, gpsEndTime: 20 };

describe("custom processing", () => {
  test("makes a processing of its own each time, counts it, and begins it", async () => {
    const log = await seed();
    await rig.start();
    const first = await submit(log, { gps: GPS, lms: ["1.range"] });
    expect(first).toMatchObject({
      CustomProcessing: {
        eo_only: false,
        counter: 1,
        gpsFiles: 2,
        rangeFiles: 1,
        gpsStartTime: 10,
        gpsEndTime: 20,
      },
      GPSProcStatus: "QUEUED",
      LMSProcStatus: "NOT_COMMENCED",
      ProcessingTemplate: "LiDAR-MiningAI",
    });
    const { reply: second } = await rig.ask(endpoints.submitCustom, {
      params: { flightId: log.flightId.slice(2) },
      body: bodyOf(log, { EOOnly: true }),
      identity: crew,
    });
    expect(second).toMatchObject({
      CustomProcessing: { eo_only: true, counter: 2, gpsFiles: null, gpsStartTime: null },
      ProcessingTemplate: "LiDAR",
      GPSProcStatus: "QUEUED",
      LMSProcStatus: "NOT_APPLICABLE",
    });
    expect(await rig.statusesOf(log.id)).toMatchObject({ GPS: "NOT_COMMENCED" });
    const { custom } = await rig.db
      .selectFrom("processings")
      .select("custom")
      .where("id", "=", first._id)
      .executeTakeFirstOrThrow();
    expect(custom).toEqual({ ...GPS, rangeFiles: ["1.range"], eoOnly: false });
  });

  test("of several at once each has its own number", async () => {
    const log = await seed();
    const made = await Promise.all([1, 2, 3, 4].map(() => submit(log, { lms: ["1.range"] })));
    const counters = made.map(({ CustomProcessing }) => CustomProcessing?.counter);
    expect(new Set(counters)).toEqual(new Set([1, 2, 3, 4]));
  });

  test("what is sent again with its key makes no second one, and is nobody else's", async () => {
    const log = await seed();
    const requestKey = "6f1e3a527c1b4b6e9a550d9c";
    const asked = { lms: ["1.range"], requestKey };
    const [one, two] = await Promise.all([submit(log, asked), submit(log, asked)]);
    expect(one._id).toBe(two._id);
    expect((await submit(log, asked))._id).toBe(one._id);
    expect(await refusal(submit(log, { ...asked, lms: ["2.range"] }))).toMatchObject({
      code: "INVALID_REQUEST",
      details: { field: "requestKey" },
    });
    expect((await submit(log, asked, testIdentity("other")))._id).not.toBe(one._id);
  });

  test("it is of the project that was chosen", async () => {
    const log = await seed();
    await sql`INSERT INTO flight_sensors (flight_id, position, sensor, sensor_id, type, flight_type,
        project_id, dispatch_lidar, dispatch_imagery)
      SELECT flight_id, 1, sensor, sensor_id, type, flight_type, 'PRJ00002', dispatch_lidar,
        dispatch_imagery FROM flight_sensors WHERE flight_id = ${log.flightId}`.execute(rig.db);
    await sql`INSERT INTO processings (id, guid, area, flight_id, sensor_id, sensor, project_id, aoi_no,
        document_major_version)
      SELECT left(md5(id), 24), md5(guid), area, flight_id, sensor_id, sensor, 'PRJ00002', 2, 4.2
      FROM processings WHERE id = ${log.id}`.execute(rig.db);
    const { ProjectID, ProjectAOINo } = await submit(log, {
      lms: ["1.range"],
      projectId: "PRJ00002",
    });
    expect({ ProjectID, ProjectAOINo }).toEqual({ ProjectID: "PRJ00002", ProjectAOINo: 2 });
    expect(await submit(log, { lms: ["1.range"] })).toMatchObject({ ProjectID: "PRJ00001" });
    const other = submit(log, { lms: ["1.range"], projectId: "PRJ00003" });
    expect(await refusal(other)).toMatchObject({ code: "FLIGHT_NOT_FOUND" });
  });

  test("reads the calibration in force, not the one that its log began with", async () => {
    const sensor = "Galaxy - 046";
    const log = await seed({ sensor });
    const { aircraft } = await rig.db
      .selectFrom("flights")
      .select("aircraft")
      .where("flight_id", "=", log.flightId)
      .executeTakeFirstOrThrow();
    const calibrate = (id: string, kind: string, survey: string) =>
      sql`INSERT INTO calibrations (id, kind, sensor_name, aircraft, parameters, survey_date, is_active)
        VALUES (${id}, ${kind}, ${sensor}, ${aircraft}, '{}', ${survey}, true)`.execute(rig.db);
    const [old, now, images] = ["a".repeat(24), "c".repeat(24), "d".repeat(24)];
    await calibrate(old, "lidar", "2025-01-01Z");
    await rig.start();
    await calibrate(now, "lidar", "2025-06-01Z");
    await calibrate(images, "imagery", "2025-06-01Z");
    const own = rig.db.selectFrom("processings").select("calibration_id").where("id", "=", log.id);
    expect(await own.executeTakeFirst()).toEqual({ calibration_id: old });
    const of = { sensorName: sensor, gps: { gpsFiles: ["a.000"] } };
    expect(await submit(log, of)).toMatchObject({
      GPSCalibrationDoc: { _id: now, Kind: "lidar" },
    });
    expect(await own.executeTakeFirst()).toEqual({ calibration_id: old });
    // A template of images is processed by their record.
    const imagery = { ...of, processingTemplate: "Imagery" };
    expect(await submit(log, imagery)).toMatchObject({
      GPSCalibrationDoc: { _id: images, Kind: "imagery" },
    });
  });
});

const refused = (more: object) => [more] as const;

describe("each rule has an edge", () => {
  let log: Log;
  beforeAll(async () => {
    log = await seed();
  });

  test.each<readonly [rule: string, passes: object, fails: object, message: string]>([
    ["contract/C1", { EOOnly: true }, {}, "Nothing custom is chosen"],
    [
      "contract/C2",
      { gps: { gpsFiles: ["a.000"] } },
      { gps: { gpsFiles: [] } },
      "Select at least one",
    ],
    [
      "contract/C2",
      { gps: { gpsFiles: ["a.000"] } },
      { gps: { gpsFiles: ["1.range"] } },
      "is not a GPS file",
    ],
    [
      "contract/C3",
      { gps: { gpsFiles: ["a.001", "a.002", "b.000"] } },
      { gps: { gpsFiles: ["a.001", "a.003"] } },
      "NOTE: Some non-contiguous files are selected, there must be no gaps in the selected files",
    ],
    [
      "contract/C4",
      { gps: { gpsFiles: ["a.000"], gpsStartTime: 9, gpsEndTime: 9.5 } },
      { gps: { gpsFiles: ["a.000"], gpsStartTime: 9, gpsEndTime: 9 } },
      "Start time must be < End time",
    ],
    [
      "contract/C4",
      { gps: { gpsFiles: ["a.000"], gpsStartTime: 0, gpsEndTime: WEEK_SECONDS } },
      { gps: { gpsFiles: ["a.000"], gpsStartTime: 9, gpsEndTime: 8 } },
      "End time must be > Start time",
    ],
    [
      "contract/C4",
      { gps: { gpsFiles: ["a.000"], gpsEndTime: WEEK_SECONDS } },
      { gps: { gpsFiles: ["a.000"], gpsEndTime: WEEK_SECONDS + 0.001 } },
      "604800",
    ],
    [
      "contract/C4",
      { gps: { gpsFiles: ["a.000"], gpsStartTime: 0 } },
      { gps: { gpsFiles: ["a.000"], gpsStartTime: -0.001 } },
      "0",
    ],
    ["contract/C5", { lms: ["2.range"] }, { lms: [] }, "Select at least one range file"],
    ["contract/C5", { lms: ["2.range"] }, { lms: ["a.000"] }, "is not a range file"],
    [
      "contract/C5",
      { EOOnly: true },
      { EOOnly: true, lms: ["1.range"] },
      "EO takes no range files",
    ],
    [
      "contract/C5",
      { gps: { gpsFiles: ["a.000"], EOOnly: true } },
      { gps: { gpsFiles: ["a.000"], EOOnly: true }, lms: ["1.range"] },
      "EO takes no range files",
    ],
    [
      "contract/C6",
      { processingTemplate: "Imagery", EOOnly: true },
      { processingTemplate: "Imagery", lms: ["1.range"] },
      "The processing template Imagery has no LMS job",
    ],
    [
      "contract/C6",
      { lms: ["1.range"] },
      { processingTemplate: "TerrainMapper", EOOnly: true },
      "The processing template TerrainMapper has no GPS & EO job",
    ],
    [
      "contract/C7",
      { gps: { gpsFiles: ["a.003"] } },
      { gps: { gpsFiles: ["a.003", "a.004"] } },
      "not recorded by this sensor log: a.004",
    ],
    [
      "contract/C7",
      { lms: ["1.range"] },
      { lms: ["x/1.range"] },
      "not recorded by this sensor log",
    ],
  ])("%s: %j is taken, %j is not", async (_, passes, fails, message) => {
    for (const call of [preflight, submit]) {
      await call(log, passes);
      const { code, message: said } = (await refusal(call(log, fails)))!;
      expect(code).toBe("INVALID_REQUEST");
      expect(said).toContain(message);
    }
  });

  test.each([
    refused({ EOOnly: true, processingTemplate: "Nothing" }),
    refused({ EOOnly: true, sensorName: "Galaxy - 046" }),
    refused({ lms: ["1.range"], gps: { gpsFiles: ["a.000"], sensorId: "SL999999" } }),
    refused({ EOOnly: true, counter: 7 }),
  ])("nor is %j", async (more) => {
    expect(await refusal(submit(log, more))).toMatchObject({ code: "INVALID_REQUEST" });
  });

  test("documents of the former service have none", async () => {
    const former = await seed({ version: 3 });
    expect(await refusal(submit(former, { lms: ["1.range"] }))).toMatchObject({
      code: "INVALID_REQUEST",
      message: "Documents up to version 3 are processed by the former service",
    });
    const present = await seed({ version: 3.1 });
    expect(await submit(present, { lms: ["1.range"] })).toHaveProperty("_id");
  });
});

const list = async (
  endpoint: typeof endpoints.listGPSFiles | typeof endpoints.listRangeFiles,
  log: Log,
  query = {},
  identity = crew,
) => (await rig.ask(endpoint, { params: { flightId: log.flightId }, query, identity })).reply;

describe("what a log has", () => {
  const only = testIdentity("only", "processingOnly");
  test("are the files of its own sensor's uploads", async () => {
    const log = await seed();
    await sql`INSERT INTO uploads (id, flight_id, type, sensor_name, status)
      VALUES (${"e".repeat(24)}, ${log.flightId}, 'LiDAR', 'Another - 999', 'DATA_READY')`.execute(
      rig.db,
    );
    const from = { bucket: BUCKET, flightId: log.flightId, sensor: "Another - 999" };
    await seedRecorded(
      { db: rig.db, store: server.store },
      { ...from, uploadId: "e".repeat(24) },
      { "z.000": Buffer.from("z") },
    );
    const own = ["a.000", "a.001", "a.002", "a.003", "b.000"];
    for (const query of [{}, { sensorId: log.sensorId }])
      expect(await list(endpoints.listGPSFiles, log, query)).toEqual(own);
    expect(await list(endpoints.listRangeFiles, log)).toEqual(["1.range", "2.range"]);
    expect(await refusal(submit(log, { gps: { gpsFiles: ["z.000"] } }))).toMatchObject({
      code: "INVALID_REQUEST",
    });
    const unknown = list(endpoints.listGPSFiles, log, { sensorId: "SL999999" });
    expect(await refusal(unknown)).toMatchObject({ code: "FLIGHT_NOT_FOUND" });
  });

  test("the Terrain Mapper's is none for those who do not see its dashboard", async () => {
    const log = await seed({ sensor: TERRAIN_MAPPER });
    const look = async (identity: typeof crew) => ({
      logs: (
        await rig.ask(endpoints.listSensorLogs, { query: { FlightID: log.flightId }, identity })
      ).reply.length,
      files: (await list(endpoints.listGPSFiles, log, {}, identity)).length,
    });
    expect(await look(crew)).toEqual({ logs: 1, files: 5 });
    expect(await look(only)).toEqual({ logs: 0, files: 0 });
    const of = { sensorName: TERRAIN_MAPPER, lms: ["1.range"] };
    for (const call of [submit, preflight])
      expect(await refusal(call(log, of, only))).toMatchObject({ code: "FLIGHT_NOT_FOUND" });
    const named = list(endpoints.listGPSFiles, log, { sensorId: log.sensorId }, only);
    expect(await refusal(named)).toMatchObject({ code: "FLIGHT_NOT_FOUND" });
  });

  test("templates come with their jobs", async () => {
    const { reply } = await rig.ask(endpoints.listTemplates, { identity: only });
    expect(reply.find(({ Name }) => Name === "Imagery")).toEqual({
      Name: "Imagery",
      Area: "ip",
      Jobs: [
        { Name: "GPS", Label: "GPS", Area: "gps" },
        { Name: "EO", Label: "EO", Area: "stage" },
      ],
    });
  });
});

test("a preflight is of the processing as it would be made, and makes none", async () => {
  const log = await seed();
  const stage = {
    inputs: { calibration: { from: "calibration", glob: "*" } },
    command: ["{node}", "{input.calibration}"],
  };
  for (const name of ["GPS", "LMS"])
    rig.stages.set(name, { file: testStage(name, stage), sha256: "0".repeat(64) });
  const before = await rig.db.selectFrom("processings").select("id").execute();
  const eoOnly = await preflight(log, { EOOnly: true, gps: GPS });
  expect(eoOnly.Jobs.map(({ Name }) => Name)).toEqual(["GPS"]);
  const whole = await preflight(log, { gps: GPS });
  expect(whole.Jobs.map(({ Name }) => Name)).toEqual(["GPS", "LMS"]);
  for (const { Lines } of whole.Jobs)
    expect(Lines.map(({ Check }) => Check)).toContain("calibration");
  rig.stages.clear();
  expect(await rig.db.selectFrom("processings").select("id").execute()).toEqual(before);
});
