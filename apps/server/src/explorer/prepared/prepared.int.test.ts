import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { cloudEndpoints } from "@swath/contract/clouds";
import { explorerEndpoints } from "@swath/contract/explorer";
import { preparedCloudEndpoints } from "@swath/contract/prepared-clouds";
import { BUCKET_ROLES, type BucketRole } from "@swath/contract/uploads";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { preparedPlace } from "../../domain/storage/prepared-place.ts";
import { systemClock } from "../../platform/clock/clock.ts";
import { type ComputeEngine, EngineUnreachable } from "../../platform/compute/compute-engine.ts";
import { allowPrograms } from "../../platform/compute/testing/allow-programs.ts";
import { recordServe, testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import { openComputeEngine } from "../../platform/open-compute.ts";
import { openObjectStore } from "../../platform/open-store.ts";
import { createTestDatabase, type TestDatabase } from "../../platform/postgres/testing.ts";
import { serveExplorer } from "../explorer.routes.ts";
import { recordObjects } from "../inventory/record.ts";
import { allowBuckets } from "../visible-buckets.ts";
import { Preparations } from "./prepare-clouds.ts";
import { servePreparedClouds } from "./prepared.routes.ts";
import { removePrepared } from "./prepared.workers.ts";

allowPrograms();

const STAGES = resolve(import.meta.dirname, "../../../../stages/src");
const buckets = Object.fromEntries(
  BUCKET_ROLES.map((role) => [role, `swath-${role.toLowerCase()}`]),
) as Record<BucketRole, string>;
const { serve, ask } = recordServe();
const crew = testIdentity("crew");
const only = testIdentity("only", "processingOnly");
const KEY = "FL000001/LiDAR/strip 1.las";
const POINTS = 500;
const POLL_MS = 50;

let database: TestDatabase;
let store: ObjectStore;
let folder: string;
let engine: ComputeEngine;
const problems: unknown[] = [];

/** A LAS 1.2 file of format 0. */
function lasFile(points = POINTS): Buffer {
  const [head, size] = [227, 20];
  const bytes = Buffer.alloc(head + points * size);
  bytes.write("LASF");
  bytes.set([1, 2], 24);
  bytes.writeUInt16LE(head, 94);
  bytes.writeUInt32LE(head, 96);
  bytes.writeUInt16LE(size, 105);
  bytes.writeUInt32LE(points, 107);
  for (const axis of [0, 1, 2]) {
    bytes.writeDoubleLE(0.01, 131 + axis * 8);
    bytes.writeDoubleLE(axis === 0 ? (points - 1) / 100 : 0, 179 + axis * 16);
  }
  for (let point = 0; point < points; point += 1) bytes.writeInt32LE(point, head + point * size);
  return bytes;
}

const put = (key: string, bytes: Buffer, bucket = buckets.lidar) =>
  store.write(bucket, key, [bytes], { size: bytes.length });

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "swath-prepared-"));
  const options = { kind: "file", dataFolder: folder, publicUrl: "" } as const;
  store = await openObjectStore(options, systemClock);
  await store.ensureBuckets(Object.values(buckets));
  const { db } = database;
  engine = await openComputeEngine({
    kind: "local",
    sandbox: "off",
    folder: join(folder, "compute"),
    cpus: 2,
  });
  const explorer = { db, store, allowed: allowBuckets(buckets, []), clock: systemClock };
  serveExplorer(serve, explorer);
  servePreparedClouds(serve, { ...explorer, copyBucket: buckets.processing });
});
beforeEach(async () => {
  await database.db.deleteFrom("prepared_clouds").execute();
  problems.length = 0;
  await put(KEY, lasFile());
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

const preparations = (by = engine) =>
  new Preparations({
    db: database.db,
    store,
    engine: by,
    spool: join(folder, "runs"),
    storeAccess: JSON.stringify({ kind: "file", dataFolder: folder, publicUrl: "" }),
    programs: { node: process.execPath, stages: STAGES },
    onProblem: ({ error }) => problems.push(error),
  });

const SOURCE = { bucket: buckets.lidar, key: KEY };
const read = async (source = SOURCE, identity = crew) =>
  (await ask(preparedCloudEndpoints.readPreparation, { query: source, identity })).reply;
const prepare = async (source = SOURCE, identity = crew) =>
  (await ask(preparedCloudEndpoints.prepareCloud, { body: source, identity })).reply;
const open = async ({ bucket, key } = SOURCE, identity = crew) => {
  const body = { bucket, keys: [key], prepared: true };
  return (await ask(cloudEndpoints.openClouds, { body, identity })).reply;
};
const rows = () => database.db.selectFrom("prepared_clouds").selectAll().execute();

async function ended(source = SOURCE, passes = preparations()) {
  for (;;) {
    await passes.pass();
    expect(problems).toEqual([]);
    const found = await read(source);
    if (found.state === "done" || found.state === "failed") return found;
    await sleep(POLL_MS);
  }
}

/** An engine that does nothing of what it takes. */
function idleEngine() {
  const [submitted, cancelled]: [string[], string[]] = [[], []];
  const idle: ComputeEngine = {
    kind: "local",
    submit: async ({ key }) => {
      submitted.push(key);
      return key;
    },
    states: async () => new Map(),
    cancel: async (key) => void cancelled.push(key),
    capacity: async () => ({
      cpus: 1,
      freeCpus: 1,
      memoryBytes: 1,
      nodes: [],
      scratchBytes: null,
    }),
    hasProgram: async () => null,
  };
  return { idle, submitted, cancelled };
}

/** A copy as the engine would have made it. */
async function made(source = SOURCE): Promise<{ bucket: string; key: string }> {
  await prepare(source);
  await database.db.updateTable("prepared_clouds").set({ state: "done", percent: 100 }).execute();
  const place = preparedPlace((await rows())[0]!);
  await put(place.key, Buffer.from("copy"), place.bucket);
  return place;
}

test("two people who ask get one job, whose copy is read by the place of the file", async () => {
  expect(await read()).toMatchObject({ state: "none", size: 227 + 20 * POINTS });
  await expect(open()).rejects.toMatchObject({ code: "OBJECT_NOT_FOUND" });
  const orders = await Promise.all([prepare(), prepare(SOURCE, testIdentity("olga"))]);
  expect(orders.map(({ state }) => state)).toEqual(["waiting", "waiting"]);
  expect(await ended()).toMatchObject({ state: "done", percent: 100, fault: null });
  const all = await rows();
  expect(all).toMatchObject([{ attempt: 1, submitted: 1 }]);
  const { files } = await open();
  const place = preparedPlace(all[0]!);
  const copy = (await store.head(place.bucket, place.key))!;
  expect(files).toMatchObject([{ key: KEY, size: copy.size }]);
  const body = await (await store.read(place.bucket, place.key)).toArray();
  const bytes = Buffer.concat(body);
  // LAS 1.4, compressed points of format 6, as many as the file has, and the record of COPC first.
  expect([bytes[25], bytes[104], Number(bytes.readBigUInt64LE(247))]).toEqual([4, 0x86, POINTS]);
  expect(bytes.toString("latin1", 377, 381)).toBe("copc");
  expect(await readdir(join(folder, "runs"))).toEqual([]);
  const { rows: events } = await sql`SELECT detail FROM audit.events
    WHERE action = 'cloud.prepared'`.execute(database.db);
  expect(events).toEqual([{ detail: { ...SOURCE, bytes: 227 + 20 * POINTS } }]);
  await put(KEY, lasFile(POINTS + 1));
  expect((await read()).state).toBe("none");
});

test("a file that is no cloud fails in words, and may be tried again", async () => {
  await put(KEY, Buffer.from("x".repeat(300)));
  await prepare();
  const failed = await ended();
  expect(failed).toMatchObject({ state: "failed", fault: "file", reason: /is no LAS file/ });
  await prepare();
  expect(await rows()).toMatchObject([{ state: "open", attempt: 2, submitted: 0, fault: null }]);
});

test("a preparation is cancelled for all who wait, at the engine too", async () => {
  const { idle, submitted, cancelled } = idleEngine();
  const passes = preparations(idle);
  await prepare();
  await passes.pass();
  await ask(preparedCloudEndpoints.cancelPreparation, { body: SOURCE });
  await passes.pass();
  expect(cancelled).toEqual(submitted);
  expect(await read()).toMatchObject({ state: "failed", fault: "cancelled" });
});

test("what has no room, is lost again and again, or was replaced is not waited for", async () => {
  const { idle, submitted } = idleEngine();
  const small = {
    ...idle,
    capacity: async () => ({ ...(await idle.capacity()), scratchBytes: 9 }),
  };
  await prepare();
  expect(await ended(SOURCE, preparations(small))).toMatchObject({ fault: "room", reason: /free/ });
  expect(submitted).toEqual([]);
  await prepare();
  expect(await ended(SOURCE, preparations(idle))).toMatchObject({
    fault: "other",
    reason: /loses it/,
  });
  await prepare();
  await put(KEY, lasFile(9));
  await preparations(idle).pass();
  expect(await rows()).toMatchObject([{ state: "failed", reason: /replaced or removed/ }]);
});

test("an engine that is away is waited for, with the reason", async () => {
  const { idle } = idleEngine();
  const away = {
    ...idle,
    states: async () => {
      throw new EngineUnreachable("away");
    },
  };
  await prepare();
  await preparations(away).pass();
  expect(await read()).toMatchObject({ state: "waiting", reason: /does not answer/ });
});

test("who may not read a file learns nothing of its copy, begins none, ends none and reads none", async () => {
  await made();
  const refused = { code: "INSUFFICIENT_PRIVILEGES" };
  await expect(read(SOURCE, only)).rejects.toMatchObject(refused);
  await expect(prepare(SOURCE, only)).rejects.toMatchObject(refused);
  await expect(open(SOURCE, only)).rejects.toMatchObject(refused);
  const cancelling = ask(preparedCloudEndpoints.cancelPreparation, {
    body: SOURCE,
    identity: only,
  });
  await expect(cancelling).rejects.toMatchObject(refused);
  await put("a.las", lasFile(), buckets.uploads);
  const landing = { bucket: buckets.uploads, key: "a.las" };
  await expect(prepare(landing)).rejects.toMatchObject(refused);
});

test("a copy is nobody's by its own place, and in no listing, no total and no ZIP", async () => {
  const { bucket, key } = await made();
  const refused = { code: "INSUFFICIENT_PRIVILEGES" };
  const admin = testIdentity("admin", "admin");
  for (const identity of [crew, only, admin]) {
    const place = { bucket, key };
    const body = { bucket, keys: [key] };
    await expect(
      ask(explorerEndpoints.downloadObject, { body: place, identity }),
    ).rejects.toMatchObject(refused);
    await expect(ask(cloudEndpoints.openClouds, { body, identity })).rejects.toMatchObject(refused);
    await expect(prepare(place, identity)).rejects.toMatchObject(refused);
    const query = { bucket, prefix: ".prepared-clouds/", nextContinuationToken: undefined };
    await expect(ask(explorerEndpoints.listObjects, { query, identity })).rejects.toMatchObject(
      refused,
    );
  }
  const { reply } = await ask(explorerEndpoints.listObjects, { query: { bucket, prefix: "" } });
  expect(reply.objectList).toEqual([]);
  const body = { bucket, prefix: "" };
  await expect(ask(explorerEndpoints.downloadZip, { body })).rejects.toMatchObject({
    code: "OBJECT_NOT_FOUND",
  });
  const copy = (await store.head(bucket, key))!;
  await recordObjects(database.db, bucket, [copy]);
  expect(await database.db.selectFrom("stored_objects").select("key").execute()).toEqual([]);
});

test("a copy goes when nobody used it for long, when its file goes, and when no record names it", async () => {
  const { db } = database;
  const deps = { db, store, copyBucket: buckets.processing };
  const first = await made();
  const isThere = async ({ bucket, key }: typeof first) =>
    (await store.head(bucket, key)) !== undefined;
  await removePrepared(deps, 30);
  expect([await isThere(first), await rows()]).toMatchObject([true, [{ state: "done" }]]);
  await sql`UPDATE prepared_clouds SET used = now() - interval '31 days'`.execute(db);
  await removePrepared(deps, 30);
  expect([await isThere(first), await rows()]).toEqual([false, []]);
  const second = await made();
  await store.remove(SOURCE.bucket, [SOURCE.key]);
  await removePrepared(deps, 30);
  expect([await isThere(second), await rows()]).toEqual([false, []]);
  await put(KEY, lasFile(7));
  const third = await made();
  await db.deleteFrom("prepared_clouds").execute();
  await removePrepared(deps, 30);
  expect(await isThere(third)).toBe(false);
});

test("a look at a copy is a use of it", async () => {
  await made();
  await sql`UPDATE prepared_clouds SET used = now() - interval '31 days'`.execute(database.db);
  await open();
  const [row] = await rows();
  expect(Date.now() - row!.used.getTime()).toBeLessThan(600_000);
});
