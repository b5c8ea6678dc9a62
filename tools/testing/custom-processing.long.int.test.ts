import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { LIDAR_PARAMETERS } from "@swath/contract/calibrations";
import { outputManifestSchema } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { posRecording } from "../sample/terrain/pos-recording.ts";
import { rangeFileOf } from "../sample/terrain/range-recording.ts";
import { thinFlight } from "../sample/terrain/testing/thin-flight.ts";
import { openPoints, readPoints } from "../../apps/stages/src/points/point-file.ts";
import {
  createProcessings,
  jobsOfFlights,
} from "../../apps/server/src/domain/processing/create-processings.ts";
import { orderJob } from "../../apps/server/src/processing/records/order-jobs.ts";
import { lockProcessing } from "../../apps/server/src/processing/records/processing-record.ts";
import { outputManifestKey } from "../../apps/server/src/domain/processing/output-place.ts";
import { seedRecorded } from "../../apps/server/src/processing/testing/seed-recorded.ts";
import { serveProcessings } from "../../apps/server/src/processing/processing.routes.ts";
import {
  createOrchestrator,
  type Orchestrator,
} from "../../apps/server/src/processing/orchestrate/orchestrate.ts";
import { systemClock } from "../../apps/server/src/platform/clock/clock.ts";
import {
  recordServe,
  testIdentity,
} from "../../apps/server/src/platform/http/testing/recorded-serve.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { openObjectStore } from "../../apps/server/src/platform/open-store.ts";
import {
  createTestDatabase,
  type TestDatabase,
} from "../../apps/server/src/platform/postgres/testing.ts";
import { readConfig } from "../../apps/server/src/app/config/read-config.ts";
import { openRuns } from "../../apps/server/src/app/open-runs.ts";

const FLIGHT = "FL000101";
const SENSOR_ID = "SL000101";
const SENSOR = "Galaxy - 045";
/** The stages that follow are not what this is about. */
const TEMPLATE = {
  name: "LiDAR",
  version: 1,
  uploads: ["LiDAR"],
  area: "ip",
  gps: "GPS",
  lms: "LMS",
  stages: [],
};
const WEEK_SECONDS = 604_800;
const ADJUSTMENT = 1e9;
const POLL_MS = 100;
const LONGEST_MS = 240_000;

const { serve, ask } = recordServe();
const flight = thinFlight({ seed: 7 });
const [first, second] = flight.lines as [(typeof flight.lines)[0], (typeof flight.lines)[0]];
let database: TestDatabase;
let folder = "";
let orchestrator: Orchestrator;
let runs: Awaited<ReturnType<typeof openRuns>>;
let own = "";

const joined = (parts: Iterable<Uint8Array>): Uint8Array => Buffer.concat([...parts]);

/** The recording in three files, and a range file for each of two lines. */
function recorded(): Record<string, Uint8Array> {
  const ends = [
    first.begins - 2,
    (first.begins + first.ends) / 2,
    second.begins - 1,
    second.ends + 2,
  ];
  const times = ends.map((end) => Math.floor(end));
  return {
    ...Object.fromEntries(
      [0, 1, 2].map((n) => [
        `${FLIGHT}_01.00${n}`,
        joined(posRecording(flight, "7045", times[n]!, times[n + 1]!)),
      ]),
    ),
    [`${FLIGHT}_01_0001.range`]: joined(rangeFileOf(flight, first, "18SEN045")),
    [`${FLIGHT}_01_0002.range`]: joined(rangeFileOf(flight, second, "18SEN045")),
  };
}

async function seedFlight(): Promise<void> {
  const { db } = database;
  const lidar = flight.options.calibration.lidar!;
  const parameters = Object.fromEntries(LIDAR_PARAMETERS.map((name) => [name, lidar[name]]));
  const upload = "0".repeat(24);
  await sql`INSERT INTO aircraft VALUES ('VH-SWA', 'FixedWing')`.execute(db);
  await sql`INSERT INTO projects (project_id, name, manager, status, processing_template, client, epsg)
    VALUES ('PRJ00001', 'Valley', 'Mina', 'Processing', 'LiDAR', 'A Client', 32750)`.execute(db);
  const up = "2026-06-30T01:00:00Z";
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, wheels_up, wheels_down,
      aircraft, departure_timezone, document_major_version, types)
    VALUES (${FLIGHT}, ARRAY[${up}::timestamptz], ${up}, tstzrange(${up}::timestamptz, ${up}, '[]'),
      ${up}, ${up}, 'VH-SWA', 'UTC', 4.2, ARRAY['Successful Capture'])`.execute(db);
  await sql`INSERT INTO flight_sensors (flight_id, position, sensor, sensor_id, type, flight_type,
      project_id, dispatch_lidar, dispatch_imagery)
    VALUES (${FLIGHT}, 0, ${SENSOR}, ${SENSOR_ID}, 'LiDAR', 'Successful Capture', 'PRJ00001', 'Upload',
      'TBA')`.execute(db);
  await sql`INSERT INTO uploads (id, flight_id, type, sensor_name, status)
    VALUES (${upload}, ${FLIGHT}, 'LiDAR', ${SENSOR}, 'DATA_READY')`.execute(db);
  await sql`INSERT INTO calibrations (id, kind, sensor_name, aircraft, parameters, survey_date, is_active,
      lms_version) VALUES (${"c".repeat(24)}, 'lidar', ${SENSOR}, 'VH-SWA',
      ${JSON.stringify(parameters)}, '2026-01-01Z', true, null)`.execute(db);
  const bucket = runs.deps.buckets.lidar;
  const from = { bucket, flightId: FLIGHT, uploadId: upload, sensor: SENSOR };
  await seedRecorded({ db, store: runs.deps.store }, from, recorded());
  await db.transaction().execute((trx) => createProcessings(trx, [FLIGHT]));
  ({ id: own } = await db.selectFrom("processings").select("id").executeTakeFirstOrThrow());
}

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  folder = await mkdtemp(join(tmpdir(), "custom-"));
  const stages = join(folder, "stages");
  await mkdir(stages);
  await writeFile(join(stages, "LiDAR.template.json"), JSON.stringify(TEMPLATE));
  const config = readConfig({ SWATH_DATA: folder, SWATH_STAGES: stages });
  const store = await openObjectStore(config.store, systemClock);
  await store.ensureBuckets(Object.values(config.buckets));
  runs = await openRuns(config, { db, store, log: createLog({ level: "silent", name: "test" }) });
  orchestrator = createOrchestrator(runs.deps);
  serveProcessings(serve, {
    ...runs.deps,
    requireReason: false,
    version: () => undefined,
    failuresVersion: () => undefined,
  });
  await seedFlight();
}, LONGEST_MS);
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const jobsOf = (id: string) =>
  database.db.selectFrom("processing_jobs").selectAll().where("processing_id", "=", id).execute();

/** Sweeps until the LMS job ended, whatever comes after it. */
async function processed(id: string) {
  for (;;) {
    await orchestrator.pass();
    const jobs = await jobsOf(id);
    const job = (area: string) => jobs.find((each) => each.area === area)!;
    const [gps, lms] = [job("gps"), job("lms")];
    const isOver = [gps, lms].some(({ status }) => /FAILED|MANUAL/.test(status));
    if (isOver || lms.status === "COMPLETED") return { gps, lms };
    await sleep(POLL_MS);
  }
}

async function outputs(id: string, job: string): Promise<Map<string, Buffer>> {
  const { store, buckets } = runs.deps;
  const { guid } = await database.db
    .selectFrom("processings")
    .select("guid")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const read = async (key: string): Promise<Buffer> =>
    buffer(await store.read(buckets.processing, key));
  const manifest = outputManifestSchema.parse(
    JSON.parse(String(await read(outputManifestKey(guid, job)))),
  );
  const files = manifest.files.map(
    async ({ path }) => [path, await read(`${manifest.folder}${path}`)] as const,
  );
  return new Map(await Promise.all(files));
}

/** Of each file its points: seconds of the GPS week, and where they lie. */
async function pointsOf(
  id: string,
): Promise<Map<string, (readonly [second: number, place: string])[]>> {
  const found = new Map<string, (readonly [number, string])[]>();
  for (const [path, bytes] of await outputs(id, "LMS")) {
    const file = join(folder, path);
    await writeFile(file, bytes);
    const points: (readonly [number, string])[] = [];
    await readPoints(await openPoints(file), ({ count, x, y, z, gpsTime }) => {
      for (let i = 0; i < count; i += 1) {
        const time = (gpsTime[i]! + ADJUSTMENT) % WEEK_SECONDS;
        points.push([time, [x[i], y[i], z[i]].map((each) => each!.toFixed(4)).join(" ")]);
      }
    });
    found.set(path.replace(/\.la[sz]$/, ""), points);
  }
  return found;
}

async function trajectoryOf(id: string) {
  const report = JSON.parse(String((await outputs(id, "GPS")).get("gps-report.json")));
  const { start, end, solutions } = report.trajectory as Record<
    "start" | "end" | "solutions",
    number
  >;
  return {
    start: start % WEEK_SECONDS,
    end: end % WEEK_SECONDS,
    solutions,
    files: report.recordings[0].files,
  };
}

const crew = testIdentity("crew");
const bodyOf = (more: object) => ({
  sensorId: SENSOR_ID,
  sensorName: SENSOR,
  processingTemplate: "LiDAR",
  ...more,
});
const submit = async (more: object) => {
  const body = bodyOf(more);
  const params = { flightId: FLIGHT };
  return (await ask(endpoints.submitCustom, { params, body, identity: crew })).reply;
};

test(
  "only the chosen files and seconds are processed, and these as in the whole; the whole is untouched",
  async () => {
    const { db } = database;
    await db.transaction().execute(async (trx) => {
      await jobsOfFlights(trx, [FLIGHT], runs.deps.templates);
      const { jobs } = await lockProcessing(trx, own);
      await orderJob(trx, jobs[0]!, {}, { actor: "swath", flightId: FLIGHT });
    });
    expect(await processed(own)).toMatchObject({
      gps: { status: "COMPLETED" },
      lms: { status: "COMPLETED", require_qa: false },
    });
    const whole = await pointsOf(own);
    expect(whole.size).toBe(2);
    const before = await outputs(own, "LMS");

    const from = Math.ceil(first.begins) + 1 + flight.weekSecond;
    const to = from + 3;
    const gps = {
      gpsFiles: [`${FLIGHT}_01.000`, `${FLIGHT}_01.001`],
      gpsStartTime: from % WEEK_SECONDS,
      gpsEndTime: to % WEEK_SECONDS,
    };
    const choice = { gps, lms: [`${FLIGHT}_01_0001.range`] };
    const { reply } = await ask(endpoints.readCustomPreflight, {
      params: { flightId: FLIGHT },
      body: bodyOf(choice),
      identity: crew,
    });
    expect(reply.Jobs.map(({ Name }) => Name)).toEqual(["GPS", "LMS"]);
    const [inputs] = reply.Jobs[0]!.Lines;
    // Two recordings, the calibration and the processing: not the third file.
    expect(inputs).toMatchObject({ Check: "inputs", Level: "ok" });
    expect(inputs!.Text).toMatch(/^Inputs are there: 4 files/);

    const custom = await submit(choice);
    expect(custom.CustomProcessing).toMatchObject({ counter: 1, gpsFiles: 2, rangeFiles: 1 });
    const done = await processed(custom._id);
    expect(done).toMatchObject({ gps: { status: "COMPLETED" }, lms: { status: "COMPLETED" } });
    // What was not chosen is not missed: nothing waits for QA.
    expect([done.gps.require_qa, done.lms.require_qa]).toEqual([false, false]);

    const trajectory = await trajectoryOf(custom._id);
    expect(trajectory.start).toBeGreaterThanOrEqual(gps.gpsStartTime);
    expect(trajectory.end).toBeLessThanOrEqual(gps.gpsEndTime);
    expect(trajectory.end - trajectory.start).toBeCloseTo(3, 1);
    expect(trajectory.files).toEqual(gps.gpsFiles);
    expect((await trajectoryOf(own)).solutions).toBeGreaterThan(trajectory.solutions * 3);

    const cut = await pointsOf(custom._id);
    expect([...cut.keys()]).toEqual([`${FLIGHT}_01_0001`]);
    const points = cut.get(`${FLIGHT}_01_0001`)!;
    const all = whole.get(`${FLIGHT}_01_0001`)!;
    const within = all.filter(
      ([second_]) => second_ >= trajectory.start && second_ <= trajectory.end,
    );
    expect(points.length).toBeGreaterThan(100);
    expect(points.length).toBeLessThan(all.length);
    expect(points).toEqual(within);
    expect(await outputs(own, "LMS")).toEqual(before);
  },
  LONGEST_MS,
);

test(
  "EO only makes the trajectory of the chosen files, and nothing after it",
  async () => {
    const gps = { gpsFiles: [`${FLIGHT}_01.001`], EOOnly: true };
    const custom = await submit({ gps, EOOnly: true });
    for (;;) {
      await orchestrator.pass();
      const jobs = await jobsOf(custom._id);
      if (jobs.find(({ area }) => area === "gps")!.status === "COMPLETED") {
        const others = jobs.filter(({ area }) => area !== "gps");
        expect(new Set(others.map(({ status }) => status))).toEqual(new Set(["NOT_APPLICABLE"]));
        break;
      }
      await sleep(POLL_MS);
    }
    expect((await trajectoryOf(custom._id)).files).toEqual(gps.gpsFiles);
  },
  LONGEST_MS,
);
