import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUCKET_ROLES, type BucketRole } from "@swath/contract/uploads";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "../platform/postgres/testing.ts";
import { openAppStore } from "./open-store.ts";
import { StartProblem } from "./start-problem.ts";

const database = await createTestDatabase();
afterAll(() => database.drop());

const buckets = Object.fromEntries(
  BUCKET_ROLES.map((role) => [role, `swath-${role.toLowerCase()}`]),
) as Record<BucketRole, string>;
let dataFolder: string;
const open = () =>
  openAppStore(
    { store: { kind: "file", dataFolder, publicUrl: "" }, buckets, supportBucket: "swath-support" },
    database.db,
  );

beforeEach(async () => {
  await database.db.deleteFrom("store_buckets").execute();
  dataFolder = await mkdtemp(join(tmpdir(), "swath-open-store-"));
  return () => rm(dataFolder, { recursive: true });
});

test("a store is made at the first start, and opened at the next", async () => {
  await open();
  const store = await open();
  expect(await store.hasBucket("swath-support")).toBe(true);
});

test("a server does not start while its store is away, and makes no empty one in its stead", async () => {
  await open();
  await rename(join(dataFolder, "objects"), join(dataFolder, "away"));
  await expect(open()).rejects.toThrow(StartProblem);
  // The secret alone says it, whatever the database holds.
  await database.db.deleteFrom("store_buckets").execute();
  await expect(open()).rejects.toThrow(StartProblem);
  expect((await readdir(dataFolder)).toSorted()).toEqual(["away", "store-secret"]);
  await rename(join(dataFolder, "away"), join(dataFolder, "objects"));
  await open();
});

test("nor while the whole data folder is, where the database is elsewhere", async () => {
  await open();
  await rm(dataFolder, { recursive: true });
  dataFolder = await mkdtemp(join(tmpdir(), "swath-open-store-"));
  await expect(open()).rejects.toThrow(StartProblem);
  expect(await readdir(dataFolder)).toEqual([]);
});

test("nor without a bucket that was used", async () => {
  await open();
  await rm(join(dataFolder, "objects", "swath-support"), { recursive: true });
  await expect(open()).rejects.toThrow("The bucket swath-support of the store is gone");
});
