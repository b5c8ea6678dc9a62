import { cp, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUCKET_ROLES, type BucketRole } from "@swath/contract/uploads";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../platform/postgres/testing.ts";
import { adoptParts } from "./open-installation.ts";
import { openAppStore } from "./open-app-store.ts";
import { StartProblem } from "./start-problem.ts";

const database = await createTestDatabase();
afterAll(() => database.drop());

const buckets = Object.fromEntries(
  BUCKET_ROLES.map((role) => [role, `swath-${role.toLowerCase()}`]),
) as Record<BucketRole, string>;
let dataFolder: string;
const open = () => openAppStore(config(dataFolder), database.db);
const config = (folder: string, store = folder) => ({
  dataFolder: folder,
  databaseUrl: database.url,
  store: { kind: "file" as const, dataFolder: store, publicUrl: "" },
  buckets,
  supportBucket: "swath-support",
});

async function forget(): Promise<void> {
  await database.db.deleteFrom("store_buckets").execute();
  await database.db.deleteFrom("installation").execute();
}

beforeEach(async () => {
  await forget();
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
  expect((await readdir(dataFolder)).toSorted()).toEqual([
    "away",
    "installation.json",
    "store-secret",
  ]);
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

const identity = async (folder = dataFolder) =>
  JSON.parse(await readFile(join(folder, "installation.json"), "utf8")).installation as string;
const inDatabase = () => database.db.selectFrom("installation").select("id").execute();
const stored = (folder: string) => join(folder, "objects", "swath-support", "installation.json");
async function another(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "swath-open-store-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe("the identity of the installation", () => {
  test("is made once, by servers that start at once, and is in database, store and folder", async () => {
    await Promise.all([open(), open(), open(), open()]);
    const id = await identity();
    expect(await inDatabase()).toEqual([{ id }]);
    expect(JSON.parse(await readFile(stored(dataFolder), "utf8"))).toEqual({ installation: id });
    expect((await stat(join(dataFolder, "installation.json"))).mode & 0o077).toBe(0);
  });

  test("is given to the parts of an installation of an earlier release, and to a second server's folder", async () => {
    await open();
    const id = await identity();
    await database.db.deleteFrom("installation").execute();
    await rm(join(dataFolder, "installation.json"));
    await open();
    expect([await identity(), await inDatabase()]).toEqual([id, [{ id }]]);
    const second = await another();
    await openAppStore(config(second, dataFolder), database.db);
    expect(await identity(second)).toBe(id);
  });

  test("refuses a store of another installation, by both names, and changes nothing in it", async () => {
    await open();
    const [own, other] = [await identity(), await another()];
    const bytes = JSON.stringify({ installation: "0b5d1a34-9f3e-4c53-8d0e-2f0a6f5f7c11" });
    await cp(join(dataFolder, "objects"), join(other, "objects"), { recursive: true });
    await writeFile(stored(other), bytes);
    const opening = openAppStore(config(dataFolder, other), database.db);
    await expect(opening).rejects.toThrow(StartProblem);
    await expect(opening).rejects.toThrow(own);
    await expect(opening).rejects.toThrow("0b5d1a34-9f3e-4c53-8d0e-2f0a6f5f7c11");
    expect(await readFile(stored(other), "utf8")).toBe(bytes);
  });

  test("refuses a new database beside the store of an installation, until a person names it", async () => {
    await open();
    const id = await identity();
    await forget();
    await expect(open()).rejects.toThrow("The database is new and empty");
    expect(await inDatabase()).toEqual([]);
    const strange = openAppStore(config(dataFolder), database.db, (parts) =>
      adoptParts(parts, "0b5d1a34-9f3e-4c53-8d0e-2f0a6f5f7c11"),
    );
    await expect(strange).rejects.toThrow("None of them");
    await openAppStore(config(dataFolder), database.db, (parts) => adoptParts(parts, id));
    await open();
    expect(await inDatabase()).toEqual([{ id }]);
  });

  test("is every part's once a person has named one of two", async () => {
    await open();
    const first = await identity();
    const other = await another();
    await forget();
    await openAppStore(config(other), database.db);
    const second = await identity(other);
    const mixed = config(dataFolder, other);
    await expect(openAppStore(mixed, database.db)).rejects.toThrow("not of one installation");
    await openAppStore(mixed, database.db, (parts) => adoptParts(parts, first));
    await openAppStore(mixed, database.db);
    expect([await identity(), await inDatabase()]).toEqual([first, [{ id: first }]]);
    expect(second).not.toBe(first);
  });

  test("that is damaged is said, and never replaced", async () => {
    await open();
    await writeFile(join(dataFolder, "installation.json"), "{}");
    await expect(open()).rejects.toThrow("is damaged");
    expect(await readFile(join(dataFolder, "installation.json"), "utf8")).toBe("{}");
  });
});
