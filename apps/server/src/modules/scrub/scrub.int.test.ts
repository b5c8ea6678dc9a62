import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { SealedFile } from "@swath/contract/uploads";
import { createXXHash128 } from "hash-wasm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sealedManifestBytes } from "../../domain/uploads/sealed-manifest.ts";
import { monotonicClock, systemClock } from "../../platform/clock.ts";
import { handRunJobs } from "../../platform/jobs/testing/hand-run-jobs.ts";
import { openFileStore } from "../../platform/object-store/file/open-file-store.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import { createTestDatabase, type TestDatabase } from "../../platform/postgres/testing.ts";
import { workScrub } from "./scrub.jobs.ts";

const ROLES = ["uploads", "lidar", "imagery", "terrainMapperLidar"] as const;
const names = { processing: "p", ai: "a", terrainMapperProcessing: "t", archive: "z" };
const buckets = {
  ...Object.fromEntries(ROLES.map((role) => [role, `swath-${role.toLowerCase()}`])),
  ...names,
} as Record<(typeof ROLES)[number] | keyof typeof names, string>;
const UPLOAD = "0".repeat(23);
const PREFIX = "FL000101/LiDAR/";
const FOLDER = "FL000101_045";
const FILES = ["a.range", "b.range", "c.range"];

let folder: string;
let database: TestDatabase;
let store: ObjectStore;

async function sealFile(name: string): Promise<SealedFile> {
  const fullPath = `${FOLDER}/${name}`;
  const bytes = Buffer.from(`the content of ${name}`);
  await store.write(buckets.lidar, PREFIX + fullPath, [bytes], { size: bytes.length });
  const xxh128 = [(await createXXHash128()).init().update(bytes).digest("hex")];
  const size = { originalSize: bytes.length, parts: 1, zipped: false };
  return { fileName: name, fullPath, ...size, destination: "LiDAR", xxh128 };
}

/** An upload whose data is ready, as the rebuild leaves it. */
async function plantReady(n: number): Promise<string> {
  const id = `${UPLOAD}${n}`;
  const locations = [`s3://${buckets.lidar}/${PREFIX}`];
  await sql`INSERT INTO uploads (id, flight_id, type, sensor_name, status, locations, ready_at)
    VALUES (${id}, 'FL000101', 'LiDAR', 'Galaxy', 'DATA_READY', ${locations}, now())`.execute(
    database.db,
  );
  await sql`INSERT INTO upload_plans
    (upload_id, is_update, base_folder, digest, landing, total_bytes, total_files, settled)
    VALUES (${id}, false, ${FOLDER}, '', '', 1, 1, true)`.execute(database.db);
  const files: SealedFile[] = [];
  for (const name of FILES) files.push(await sealFile(name));
  const head = {
    flightId: "FL000101",
    uploadId: id,
    uploadType: "LiDAR" as const,
    sensorName: "Galaxy",
    isUpdate: false,
    baseFolder: FOLDER,
    user: "",
    sealed: new Date().toISOString(),
  };
  const sealed: Buffer[] = [];
  for await (const piece of sealedManifestBytes(head, files)) sealed.push(piece);
  const bytes = Buffer.concat(sealed);
  const key = `${PREFIX}${FOLDER}/FL000101_metadata.json`;
  await store.write(buckets.lidar, key, [bytes], { size: bytes.length });
  return id;
}

/** Changes a byte of a stored file, as a failing disk does. */
async function flipByte(name: string): Promise<void> {
  const found = await readdir(folder, { recursive: true });
  const path = found.find((each) => each.endsWith(`/${FOLDER}/${name}`))!;
  await writeFile(join(folder, path), "The", { flag: "r+" });
}

async function scrub(everyDays = 30): Promise<void> {
  const { jobs, runAll, tick } = handRunJobs(database.db);
  const { db } = database;
  const pace = { bytesPerSecond: 1e9, now: monotonicClock };
  await workScrub({ db, store, buckets, jobs, everyDays, ...pace });
  await tick("scrub");
  await runAll();
}

const findings = () =>
  database.db.selectFrom("scrub_findings").select(["key", "fault"]).orderBy("key").execute();
const events = () =>
  database.db
    .selectFrom("audit.events")
    .select("detail")
    .where("action", "=", "upload.storedFault")
    .execute();
const age = (days: number) =>
  sql`UPDATE scrubs SET ended = ended - ${days} * interval '1 day'`.execute(database.db);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "swath-scrub-"));
  database = await createTestDatabase();
  const secret = Buffer.from("a secret of this test only");
  store = await openFileStore({ folder, secret, publicUrl: "", clock: systemClock });
  await store.ensureBuckets([buckets.lidar]);
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing')`.execute(database.db);
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    VALUES ('FL000101', '{}', '-infinity', 'empty', 'VH-AAA', 'UTC', 4.2, '{}')`.execute(
    database.db,
  );
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test("data that stands as it was sealed has no finding, and all its bytes were read", async () => {
  await plantReady(1);
  await scrub();
  expect(await findings()).toEqual([]);
  const [scrubbed] = await database.db.selectFrom("scrubs").selectAll().execute();
  expect(scrubbed).toMatchObject({ position: 3, ended: expect.any(Date) as Date });
  expect(scrubbed!.bytes).toBe(3 * "the content of a.range".length);
});

test("a flipped byte, a missing file and one of another size are found, and told once", async () => {
  await plantReady(1);
  await flipByte("a.range");
  await store.remove(buckets.lidar, [`${PREFIX}${FOLDER}/b.range`]);
  const short = Buffer.from("short");
  await store.write(buckets.lidar, `${PREFIX}${FOLDER}/c.range`, [short], { size: short.length });
  const found = [
    { key: `${PREFIX}${FOLDER}/a.range`, fault: "content" },
    { key: `${PREFIX}${FOLDER}/b.range`, fault: "missing" },
    { key: `${PREFIX}${FOLDER}/c.range`, fault: "size" },
  ];
  await scrub();
  expect(await findings()).toEqual(found);
  await age(31);
  await scrub();
  expect(await findings()).toEqual(found);
  expect(await events()).toHaveLength(3);
});

test("what was brought back is no finding any more after the next scrub", async () => {
  await plantReady(1);
  await flipByte("a.range");
  await scrub();
  await sealFile("a.range");
  await age(31);
  await scrub();
  expect(await findings()).toEqual([]);
});

test("data is not read again before its time", async () => {
  await plantReady(1);
  await scrub();
  await flipByte("a.range");
  await age(29);
  await scrub();
  expect(await findings()).toEqual([]);
  await age(2);
  await scrub();
  expect(await findings()).toHaveLength(1);
});

test("a scrub that was interrupted goes on where it was", async () => {
  const id = await plantReady(1);
  const readThrough = store.readThrough.bind(store);
  let reads = 0;
  store.readThrough = async (bucket, key, ...rest) => {
    if (key.endsWith(".range")) reads += 1;
    if (reads === 2) throw new Error("the store is away");
    return readThrough(bucket, key, ...rest);
  };
  await expect(scrub()).rejects.toThrow("the store is away");
  reads = 10;
  await scrub();
  expect(reads).toBe(12);
  expect(
    await database.db.selectFrom("scrubs").select(["upload_id", "position"]).execute(),
  ).toEqual([{ upload_id: id, position: 3 }]);
});

test("what is replaced while it is read is no finding", async () => {
  const id = await plantReady(1);
  await flipByte("a.range");
  const head = store.head.bind(store);
  store.head = async (bucket, key) => {
    await sql`UPDATE uploads SET ready_at = now() WHERE id = ${id}`.execute(database.db);
    return head(bucket, key);
  };
  await scrub();
  expect(await findings()).toEqual([]);
});
