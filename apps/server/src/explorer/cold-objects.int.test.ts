import { explorerEndpoints, type ExplorerEntry } from "@swath/contract/explorer";
import { BUCKET_ROLES, type BucketRole } from "@swath/contract/uploads";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type FileStoreServer,
  serveFileStore,
} from "../platform/file-store-http/testing/file-store-server.ts";
import { recordServe } from "../platform/http/testing/recorded-serve.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import { ColdObjects } from "../platform/object-store/testing/cold-objects.ts";
import { coldStore } from "../platform/object-store/testing/cold-store.ts";
import { interruptedStore } from "../platform/object-store/testing/interrupted-store.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { serveExplorer } from "./explorer.routes.ts";
import { InventoryRecorder, watchStore } from "./inventory/recorder.ts";
import { scanBucket } from "./inventory/inventory.workers.ts";
import { allowBuckets } from "./visible-buckets.ts";

const HOUR_MS = 3_600_000;
const buckets = Object.fromEntries(
  BUCKET_ROLES.map((role) => [role, `swath-${role.toLowerCase()}`]),
) as Record<BucketRole, string>;
const bucket = buckets.lidar;
const FOLDER = "FL000001/LiDAR/";
const { serve, ask } = recordServe();
const START = Date.parse("2026-11-30T08:00:00Z");
let now = START;
let database: TestDatabase;
let server: FileStoreServer;
let store: ObjectStore;
/** Whether the store lists no folder, so that the inventory does. */
let limited = false;

const ORDERED = "2026-11-30T07:30:00.000Z";
const cold = (state: string, more: Partial<ExplorerEntry["cold"]> = {}) => ({
  state,
  storageClass: "GLACIER",
  since: null,
  tier: null,
  until: null,
  ...more,
});

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  server = await serveFileStore(Object.values(buckets));
  store = coldStore(server.store, new ColdObjects(() => new Date(now)));
  for (const name of ["cold", "restored", "restoring", "warm"])
    await store.write(bucket, `${FOLDER}${name}.las`, [Buffer.from(name)], { size: name.length });
  for (const name of ["cold", "restored", "restoring"])
    await store.moveToClass({ bucket, key: `${FOLDER}${name}.las`, storageClass: "GLACIER" });
  const order = { days: 2, tier: "Standard" } as const;
  await store.restore({ bucket, key: `${FOLDER}restored.las` }, order);
  now += 5 * HOUR_MS;
  await store.restore({ bucket, key: `${FOLDER}restoring.las` }, order);
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing')`.execute(db);
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    VALUES ('FL000001', '{}', '-infinity', 'empty', 'VH-AAA', 'UTC', 4.2, '{}')`.execute(db);
  await sql`INSERT INTO cold_orders (flight_id, kind, days, tier, ordered)
    VALUES ('FL000001', 'restore', 2, 'Standard', ${ORDERED})`.execute(db);
  const shown: ObjectStore = {
    ...interruptedStore(store, {}),
    listFolder: async (...asked) => (limited ? undefined : store.listFolder(...asked)),
  };
  const clock = () => new Date(now);
  serveExplorer(serve, { db, store: shown, allowed: allowBuckets(buckets, []), clock });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const statesOf = (entries: readonly ExplorerEntry[]) =>
  Object.fromEntries(entries.map(({ key, cold: state }) => [key.slice(FOLDER.length), state]));
const STATES = {
  "cold.las": cold("cold"),
  "restored.las": cold("restored", {
    until: new Date(START + (4 + 48) * HOUR_MS).toISOString(),
  }),
  "restoring.las": cold("restoring", { since: ORDERED, tier: "Standard" }),
  "warm.las": undefined,
};
const list = async () =>
  (await ask(explorerEndpoints.listObjects, { query: { bucket, prefix: FOLDER } })).reply;

test("a folder says of each object whether it can be read, by the store, by the inventory, and found by its name", async () => {
  expect(statesOf((await list()).objectList)).toEqual(STATES);
  const signal = new AbortController().signal;
  await scanBucket({ db: database.db, store }, bucket, signal);
  limited = true;
  const page = await list().finally(() => (limited = false));
  expect(page.fromInventory).toBe(true);
  expect(statesOf(page.objectList)).toEqual(STATES);
  const query = { bucket, prefix: FOLDER, text: "las" };
  const found = (await ask(explorerEndpoints.searchObjects, { query })).reply.objectList;
  expect(statesOf(found)).toEqual(STATES);
});

test("a download of what cannot be read is refused with what to do, before it begins", async () => {
  const download = (name: string) =>
    ask(explorerEndpoints.downloadObject, { body: { bucket, key: `${FOLDER}${name}.las` } });
  await expect(download("cold")).rejects.toMatchObject({
    code: "OBJECT_COLD",
    message: expect.stringContaining('order "Restore from cold storage"') as string,
    details: { key: `${FOLDER}cold.las`, objects: 1, cold: cold("cold") },
  });
  await expect(download("restoring")).rejects.toMatchObject({
    code: "OBJECT_COLD",
    details: { cold: cold("restoring", { since: ORDERED, tier: "Standard" }) },
  });
  await expect(download("restored")).resolves.toBeDefined();
});

test("a ZIP of a folder with cold objects is refused before its first byte, and names one of them", async () => {
  const zip = (names?: string[]) =>
    ask(explorerEndpoints.downloadZip, {
      body: { bucket, prefix: FOLDER, ...(names && { names }) },
    });
  await expect(zip()).rejects.toMatchObject({
    code: "OBJECT_COLD",
    message: expect.stringContaining("cold.las and 1 more: in cold storage") as string,
    details: { key: `${FOLDER}cold.las`, objects: 2 },
  });
  await expect(zip(["restored.las", "warm.las"])).resolves.toBeDefined();
});

test("the inventory learns what changes by order and what a worker sees: moves, restores, and their ends", async () => {
  const recorder = new InventoryRecorder({
    db: database.db,
    buckets: new Set([bucket]),
    onError: (error) => {
      throw error;
    },
  });
  const watched = watchStore(store, recorder);
  const key = `${FOLDER}warm.las`;
  const known = async () => {
    await recorder.flush();
    const rows = database.db.selectFrom("stored_objects").select(["storage_class", "cold"]);
    return rows.where("key", "=", key).executeTakeFirst();
  };
  await watched.moveToClass({ bucket, key, storageClass: "GLACIER" });
  expect(await known()).toEqual({ storage_class: "GLACIER", cold: "cold" });
  await watched.restore({ bucket, key }, { days: 1, tier: "Bulk" });
  expect(await known()).toEqual({ storage_class: "GLACIER", cold: "restoring" });
  now += 10 * HOUR_MS;
  await watched.list(bucket, { prefix: key });
  expect(await known()).toEqual({ storage_class: "GLACIER", cold: "restored" });
});
