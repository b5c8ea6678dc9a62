import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UPLOAD_STATUS, UPLOAD_STATUSES, type UploadStatus } from "@swath/contract/uploads";
import {
  JOB_AREAS,
  type JudgedAttempt,
  missedBoundsOf,
  outputManifestSchema,
  statusesOf,
} from "@swath/contract/processing";
import { findArchive, validateArchive } from "../archive/validate-archive.ts";
import { gatherNews } from "../news/gather-news.ts";
import { readEtas } from "../processing/stages/read-etas.ts";
import { flightLines, readReflight } from "../processing/lines/flight-lines.ts";
import { advanceRecords, submitOrders } from "../processing/orchestrate/orchestrate.ts";
import { sweepLeases } from "../uploads/lease.ts";
import { startProcessings } from "../processing/orchestrate/start-processings.ts";
import { systemClock } from "../platform/clock/clock.ts";
import { objectsBelow } from "../platform/object-store/objects-below.ts";
import { readTaskLog } from "../processing/attempts/attempt-tasks.ts";
import { seedDemonstration } from "../demonstration/seed-demonstration.ts";
import { keepUnderWay } from "../demonstration/seed-uploads.ts";
import { openStages } from "./stages-command.ts";
import { BUCKETS, demonstrationRig } from "./testing/demonstration-rig.ts";

let rig: Awaited<ReturnType<typeof demonstrationRig>>;
let deps: typeof rig.deps;
let stages: typeof rig.stages;

beforeAll(async () => {
  rig = await demonstrationRig();
  ({ deps, stages } = rig);
}, 60_000);
afterAll(() => rig.drop());

test("accounts of the demonstration follow flights, and have news of what was archived of them", async () => {
  await gatherNews(deps.db);
  const { rows } = await sql<{ subject: string; kinds: string[] }>`
    SELECT subject, array_agg(DISTINCT kind) AS kinds FROM news GROUP BY subject`.execute(deps.db);
  expect(rows.map(({ subject }) => subject).toSorted()).toEqual(["crew", "leader", "operator"]);
  for (const { kinds } of rows) expect(kinds).toEqual(["archived"]);
});

const placeOf = (path: string) => {
  const [, bucket = "", prefix = ""] = /^s3:\/\/([^/]+)\/(.*)$/.exec(path) ?? [];
  return { bucket, prefix };
};

test("every archive of the demonstration is whole, and labelled as sample data", async () => {
  const found = await sql<{ path: string }>`SELECT unnest(ARRAY[archive_s3_path_lidar,
      archive_s3_path_imagery]) AS path FROM flights`.execute(deps.db);
  const paths = found.rows.map(({ path }) => path).filter((path) => path !== null);
  expect(paths.length).toBeGreaterThan(8);
  for (const path of paths) {
    const archive = await findArchive(deps, placeOf(path));
    const valid = await validateArchive(deps, archive, new AbortController().signal);
    expect(valid, path).toEqual({ isArchivedSucceed: true, reason: null });
  }
  const { bucket, prefix } = placeOf(paths[0]!);
  for await (const { key } of objectsBelow(deps.store, bucket, prefix))
    if (key.endsWith(".txt"))
      expect(await text(await deps.store.read(bucket, key))).toMatch(/^SAMPLE DATA, generated/);
});

test("an archived upload of the demonstration has an archive, and ready data stands where it is said to", async () => {
  const { rows } = await sql<{ status: string; locations: string[]; archived: boolean }>`
    SELECT u.status, u.locations, num_nulls(f.archive_s3_path_lidar, f.archive_s3_path_imagery) < 2
      AS archived
    FROM uploads u JOIN flights f USING (flight_id)
    WHERE u.status IN ('DATA_READY', 'ARCHIVED') AND f.document_major_version > 1.4`.execute(
    deps.db,
  );
  expect(rows.filter(({ status, archived }) => status === "ARCHIVED" && !archived)).toEqual([]);
  expect(rows.filter(({ status }) => status === "DATA_READY").length).toBeGreaterThan(3);
  for (const location of rows.flatMap(({ locations }) => locations)) {
    expect(location).toMatch(/^s3:\/\/demo-(?:lidar|imagery|terrain-mapper)\/FL\d{6}\//);
    const { bucket, prefix } = placeOf(location);
    const { objects } = await deps.store.list(bucket, { prefix });
    expect(objects.length, location).toBeGreaterThan(1);
  }
});

test("the demonstration's flights are found by the statuses of their uploads", async () => {
  const { rows } = await sql`SELECT f.flight_id FROM flights f WHERE
    ARRAY(SELECT facet FROM unnest(f.facets) AS facet WHERE facet LIKE 'UploadStatus=%' ORDER BY 1)
    <> ARRAY(SELECT DISTINCT 'UploadStatus=' || u.status FROM uploads u
      WHERE u.flight_id = f.flight_id AND is_upload_shown(u) ORDER BY 1)`.execute(deps.db);
  expect(rows).toEqual([]);
});

test("the demonstration has processings of every status, document generation and condition", async () => {
  const statuses = await sql<{ area: string; status: string }>`SELECT DISTINCT area, status
    FROM processing_jobs`.execute(deps.db);
  for (const area of JOB_AREAS) {
    const found = new Set(
      statuses.rows.filter((row) => row.area === area).map(({ status }) => status),
    );
    const missing = statusesOf(area).filter((status) => !found.has(status));
    expect([area, missing]).toEqual([area, []]);
  }
  const { rows } = await sql<Record<string, boolean>>`SELECT
      bool_or(document_major_version = 1.4 AND p.archive_path IS NOT NULL) AS oldest,
      bool_or(document_major_version = 3) AS former,
      bool_or(document_major_version = 3.2 AND template LIKE '%MiningAI') AS mining,
      bool_or(document_major_version > 3.2 AND template LIKE '%MiningAI') AS newer_mining,
      bool_or(NOT active AND NOT deleted_superseded) AS superseded,
      bool_or(deleted_superseded) AS deleted,
      bool_or(eo_only AND custom_counter = 1) AS eo_only,
      bool_or(template LIKE '%PowerICP%') AS locked,
      bool_or(aoi_no = 2) AS split,
      bool_or(area = 'iptm' AND template IS NOT NULL) AS terrain_mapper,
      bool_or(template IS NULL) AS without_template,
      bool_or(calibration_id IN (SELECT id FROM calibrations WHERE kind = 'imagery')) AS of_camera,
      bool_or(f.archive_s3_path_lidar IS NOT NULL AND document_major_version > 3) AS archived
    FROM processings p JOIN flights f USING (flight_id, document_major_version)`.execute(deps.db);
  expect(Object.entries(rows[0]!).filter(([, there]) => !there)).toEqual([]);
});

test("Terrain Mapper rows on the first page have more steps than are in sight at once, in several states", async () => {
  const { rows } = await sql<{ steps: string[]; statuses: string[] }>`
    SELECT array_agg(j.name ORDER BY position) AS steps, array_agg(DISTINCT j.status) AS statuses
    FROM (SELECT id FROM processings WHERE area = 'iptm' ORDER BY survey_date DESC, sensor_id LIMIT 10) p
    JOIN processing_jobs j ON j.processing_id = p.id AND j.area = 'stage'
    GROUP BY p.id`.execute(deps.db);
  const long = rows.filter(({ steps }) => steps.length > 11);
  expect(long.length).toBeGreaterThan(2);
  expect(long.length).toBeLessThan(rows.length);
  expect(new Set(long.flatMap(({ statuses }) => statuses)).size).toBeGreaterThan(2);
  const installed = new Set(deps.templates.get("TerrainMapper")?.jobs.map(({ name }) => name));
  const { rows: others } = await sql<{
    name: string;
    label: string;
  }>`SELECT DISTINCT j.name, j.label
    FROM processing_jobs j JOIN processings p ON p.id = j.processing_id
    WHERE p.template = 'TerrainMapper'`.execute(deps.db);
  const added = others.filter(({ name }) => !installed.has(name));
  expect(added.length).toBeGreaterThan(4);
  expect(added.filter(({ label }) => !label.startsWith("Demonstration step"))).toEqual([]);
});

test("most calibrations of the demonstration are of the server's LMS version, others of former ones", async () => {
  const { rows } = await sql<{ version: string; n: number }>`SELECT lms_version AS version,
      count(*)::int AS n FROM calibrations WHERE kind = 'lidar' GROUP BY 1 ORDER BY n DESC`.execute(
    deps.db,
  );
  expect(rows[0]?.version).toBe("7.1");
  expect(rows.length).toBeGreaterThan(2);
  const first = await sql<{ version: string }>`SELECT lms_version AS version FROM calibrations
    WHERE sensor_name = 'Optech Galaxy Prime - 045' AND aircraft = (SELECT aircraft FROM flights
      WHERE flight_id = 'FL000101')`.execute(deps.db);
  expect(new Set(first.rows.map(({ version }) => version))).toEqual(new Set(["7.1"]));
});

test("what stands in between in the demonstration says so, and is nothing that the server goes on with", async () => {
  const active = () =>
    sql<{ id: string; status: string; reason: string; updated: Date }>`
      SELECT id, status, reason, updated FROM processing_jobs
      WHERE status IN ('PREQUEUE', 'QUEUING', 'QUEUED', 'RUNNING', 'ON_HOLD') ORDER BY id`.execute(
      deps.db,
    );
  const { rows } = await active();
  expect(rows.length).toBeGreaterThan(7);
  expect(rows.filter(({ reason }) => !reason.startsWith("Demonstration: it stands still"))).toEqual(
    [],
  );
  const problems: unknown[] = [];
  const runs = {
    ...deps,
    catalogue: await openStages(stages),
    clock: systemClock,
    onProblem: (e: unknown) => problems.push(e),
  };
  await submitOrders(runs as never, new Map());
  await advanceRecords(runs as never);
  expect(problems).toEqual([]);
  expect((await active()).rows).toEqual(rows);
});

test("of jobs of the demonstration that run or are queued some have an expected end, by earlier runs", async () => {
  const jobs = await deps.db.selectFrom("processing_jobs").selectAll().execute();
  const catalogue = await openStages(stages);
  const ends = await readEtas({ db: deps.db, catalogue, clock: systemClock }, jobs);
  const expected = jobs.filter(({ id }) => ends.has(id));
  for (const status of ["RUNNING", "QUEUED"]) {
    const job = expected.find((each) => each.status === status);
    expect(ends.get(job?.id ?? "")?.runs, status).toBeGreaterThan(1);
  }
});

test("of the demonstration's processings only those without a past wait to begin", async () => {
  await startProcessings({ db: deps.db, templates: deps.templates });
  const orders = await sql`SELECT FROM job_orders`.execute(deps.db);
  expect(orders.rows).toEqual([]);
  const { rows } = await sql<{ waits_on: string; flight_id: string }>`
    SELECT DISTINCT waits_on, flight_id FROM processings WHERE waits_on IS NOT NULL
    ORDER BY flight_id LIMIT 1`.execute(deps.db);
  expect(rows).toEqual([{ flight_id: "FL000101", waits_on: "uploads" }]);
});

test("a job's output of the demonstration stands where its manifest says", async () => {
  const manifests: string[] = [];
  for await (const { key } of objectsBelow(deps.store, BUCKETS.processing, ""))
    if (key.endsWith("manifest.json")) manifests.push(key);
  expect(manifests.length).toBeGreaterThan(5);
  for (const key of manifests) {
    const json = await text(await deps.store.read(BUCKETS.processing, key));
    const manifest = outputManifestSchema.parse(JSON.parse(json));
    const { objects } = await deps.store.list(BUCKETS.processing, { prefix: manifest.folder });
    expect(objects.map(({ key: path }) => path.slice(manifest.folder.length))).toEqual(
      manifest.files.map(({ path }) => path).toSorted(),
    );
  }
});

test("a job on the first page of the demonstration awaits QA and misses bounds, which its reason names", async () => {
  const page = await sql<{ name: string; reason: string; status: string; missing: JudgedAttempt }>`
    SELECT j.name, j.reason, j.status,
      jsonb_build_object('measures', r.measures, 'accepted', r.stage->'accept') AS missing
    FROM (SELECT id FROM processings WHERE area = 'ip'
      ORDER BY survey_date DESC, flight_id DESC, sensor_id LIMIT 10) p
    JOIN processing_jobs j ON j.processing_id = p.id AND j.require_qa AND j.qa_user IS NULL
      AND j.reason IS NOT NULL
    JOIN processing_runs r ON r.job_id = j.id AND r.published`.execute(deps.db);
  expect(page.rows.map(({ name, status }) => [name, status])).toEqual([
    ["ICP2_MineIP1", "COMPLETED"],
  ]);
  const [{ reason, missing }] = page.rows as [(typeof page.rows)[number]];
  const missed = missedBoundsOf(missing);
  expect(missed).toContain("Largest horizontal shift of a pair is 0.406 m, at most 0.1 is allowed");
  expect(reason).toBe(`Demonstration: ${missed.join("; ")}`);
});

test("results of the demonstration miss bounds where their jobs say so, and nowhere else", async () => {
  const { rows } = await sql<{ reason: string | null; awaits: boolean; missing: JudgedAttempt }>`
    SELECT j.reason, j.require_qa AND j.qa_user IS NULL AND j.status = 'COMPLETED' AS awaits,
      jsonb_build_object('measures', r.measures, 'accepted', r.stage->'accept') AS missing
    FROM processing_jobs j JOIN processing_runs r ON r.job_id = j.id AND r.published
    WHERE j.status <> 'FAILED'`.execute(deps.db);
  const says = rows.filter(({ reason }) => reason !== null);
  expect(says.length).toBeGreaterThan(2);
  expect(says.filter(({ awaits }) => !awaits)).toEqual([]);
  for (const { reason, missing } of rows)
    expect(missedBoundsOf(missing).length > 0).toBe(reason !== null);
});

test("the demonstration's inbox has messages over several flights, one of them of 40 jobs", async () => {
  const { rows } = await sql<{ message: string; jobs: number; flights: number }>`SELECT message,
      count(*) AS jobs, count(DISTINCT flight_id) AS flights FROM job_failures
    WHERE is_open GROUP BY message ORDER BY jobs DESC`.execute(deps.db);
  expect(rows.find(({ message }) => message.endsWith("point buffer realloc"))).toMatchObject({
    jobs: 40,
  });
  expect(rows.filter(({ flights }) => flights > 1).length).toBeGreaterThan(2);
  expect(rows.filter(({ message }) => !message.startsWith("Demonstration: "))).toEqual([]);
  const kinds = await sql`SELECT DISTINCT kind FROM job_failures WHERE is_open ORDER BY 1`.execute(
    deps.db,
  );
  expect(kinds.rows.map((row) => (row as { kind: string }).kind)).toEqual([
    "completedWithFailures",
    "failed",
    "missedBound",
  ]);
});

test("every task of the demonstration's attempts has a log, which says that it is of the demonstration", async () => {
  const { rows: runs } = await sql<{ id: string; kept: boolean; tasks: number; seeded: number }>`
    SELECT r.id, r.logs_swept IS NULL AS kept, r.tasks,
      (SELECT count(*) FROM run_tasks t WHERE t.run_id = r.id) AS seeded
    FROM processing_runs r`.execute(deps.db);
  expect(runs.length).toBeGreaterThan(4);
  expect(runs.filter(({ kept, tasks, seeded }) => !kept || tasks !== seeded)).toEqual([]);
  const { rows: tasks } = await sql<{ id: string; name: string; ending: string }>`SELECT
      run_id AS id, name, ending FROM run_tasks`.execute(deps.db);
  for (const { id, name, ending } of tasks) {
    const at = { task: name, start: 0, length: 4_096 };
    const log = await readTaskLog(deps, { id, logs_swept: null }, at);
    expect(log.text).toMatch(/^DEMONSTRATION: nothing ran/);
    expect(log.text.includes("did not really run")).toBe(ending !== "succeeded");
  }
});

test("the demonstration is seeded into an empty database, and never twice", async () => {
  const events = async () =>
    (await sql<{ n: number }>`SELECT count(*) AS n FROM audit.events`.execute(deps.db)).rows[0]!.n;
  const before = await events();
  await seedDemonstration(deps);
  expect(await events()).toBe(before);
});

test("uploads of the demonstration that are under way stay so while a server keeps them, and nobody else's", async () => {
  const { db } = deps;
  const underWay = async () =>
    (
      await sql<{ status: UploadStatus; subject: string }>`SELECT status, subject FROM uploads
        WHERE subject IS NOT NULL ORDER BY id`.execute(db)
    ).rows.filter(({ status }) => UPLOAD_STATUS[status].active);
  const passMinutes = () =>
    sql`UPDATE uploads SET lease_renewed = now() - interval '2 minutes'
      WHERE lease_renewed IS NOT NULL`.execute(db);
  const seeded = await underWay();
  const active = UPLOAD_STATUSES.filter((status) => UPLOAD_STATUS[status].active);
  expect(new Set(seeded.map(({ status }) => status))).toEqual(new Set(active));
  expect(await sweepLeases(db)).toBe(0);
  await passMinutes();
  await seedDemonstration(deps);
  expect(await sweepLeases(db)).toBe(0);

  await sql`UPDATE uploads SET status = 'UPLOADING', subject = 'crew', fingerprint = 'a page'
    , lease_renewed = now() WHERE id = (SELECT id FROM uploads WHERE status = 'READY_FOR_UPLOAD'
      ORDER BY id LIMIT 1)`.execute(db);
  await passMinutes();
  await keepUnderWay(db);
  expect(await sweepLeases(db)).toBe(1);
  expect(await underWay()).toEqual(seeded);

  await passMinutes();
  expect(await sweepLeases(db)).toBe(seeded.length);
  await keepUnderWay(db);
  expect(await underWay()).toEqual([]);
});

test("split flights of the demonstration have flight lines, some with a plan, of which a part was missed", async () => {
  const split = await deps.db
    .selectFrom("processings")
    .selectAll()
    .where("area", "=", "ip")
    .where("aoi_no", "is not", null)
    .orderBy("flight_id")
    .execute();
  const shown = { lines: 0, reflight: 0 };
  for (const processing of split) {
    const lines = await flightLines(deps, processing, processing.aoi_no!).catch(() => undefined);
    const { lines: planned } = await readReflight(deps, processing);
    if (lines !== undefined) shown.lines += 1;
    const missed = planned.filter((line) => line.missed.length > 0).map(({ name }) => name);
    if (planned.length === 0) continue;
    expect(missed).toEqual(["Line 004", "Line 007"]);
    shown.reflight += 1;
  }
  expect(shown.lines).toBeGreaterThan(3);
  expect(shown.reflight).toBeGreaterThan(0);
});
