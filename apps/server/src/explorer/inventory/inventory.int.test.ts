import { mkdtemp, rm, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../platform/clock/clock.ts";
import { openObjectStore } from "../../platform/open-store.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import { createTestDatabase, type TestDatabase } from "../../platform/postgres/testing.ts";
import { readFolders, readObjects, readScanTimes, readTotals } from "./read-inventory.ts";
import { InventoryRecorder, watchStore } from "./recorder.ts";
import { scanBucket } from "./inventory.workers.ts";

const BUCKET = "swath-lidar";
const never = new AbortController().signal;
let database: TestDatabase;
let dataFolder: string;
let store: ObjectStore;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await sql`DELETE FROM stored_objects`.execute(database.db);
  await sql`DELETE FROM inventory_scans`.execute(database.db);
  dataFolder = await mkdtemp(join(tmpdir(), "swath-inventory-"));
  store = await openObjectStore({ kind: "file", dataFolder, publicUrl: "" }, systemClock);
  await store.ensureBuckets([BUCKET, "swath-uploads"]);
  return () => rm(dataFolder, { recursive: true });
});

async function* body(size: number): AsyncGenerator<Buffer> {
  yield Buffer.alloc(size);
}
const put = (key: string, size = 1, into = store) => into.write(BUCKET, key, body(size), { size });
const scan = (of = store) => scanBucket({ db: database.db, store: of }, BUCKET, never);

/** Every object with its size. */
async function known(): Promise<string[]> {
  const rows = await database.db.selectFrom("stored_objects").selectAll().orderBy("key").execute();
  return rows.map(({ key, size }) => `${key} ${size}`);
}

/** Every folder with its objects, those directly in it, and its bytes. */
async function folders(): Promise<string[]> {
  const rows = await database.db
    .selectFrom("stored_folders")
    .selectAll()
    .orderBy("prefix")
    .execute();
  return rows.map((row) => `'${row.prefix}' ${row.objects} ${row.own_objects} ${row.bytes}`);
}

describe("a scan", () => {
  test("finds what is new, what changed and what is gone, and counts every folder", async () => {
    await put("FL000001/LiDAR/a.las", 5);
    await put("FL000001/LiDAR/b.las", 7);
    await put("FL000001/top", 2);
    await put("FL000002/c", 1);
    await scan();
    expect(await known()).toEqual([
      "FL000001/LiDAR/a.las 5",
      "FL000001/LiDAR/b.las 7",
      "FL000001/top 2",
      "FL000002/c 1",
    ]);
    await store.remove(BUCKET, ["FL000001/LiDAR/a.las", "FL000002/c"]);
    await put("FL000001/LiDAR/b.las", 70);
    await put("d", 1);
    await scan();
    expect(await known()).toEqual(["FL000001/LiDAR/b.las 70", "FL000001/top 2", "d 1"]);
    expect(await folders()).toEqual([
      "'' 3 1 73",
      "'FL000001/' 2 1 72",
      "'FL000001/LiDAR/' 1 1 70",
    ]);
  });

  test("of an emptied bucket leaves nothing", async () => {
    await put("a/b");
    await scan();
    await store.remove(BUCKET, ["a/b"]);
    await scan();
    expect(await known()).toEqual([]);
    expect(await folders()).toEqual(["'' 0 0 0"]);
  });

  test("goes on where it was stopped, and tells its time only at the end", async () => {
    const keys = Array.from({ length: 2_500 }, (_, i) => `f/${String(i).padStart(5, "0")}`);
    await Promise.all(keys.map((key) => put(key)));
    const stop = new AbortController();
    let pages = 0;
    const counted: ObjectStore = Object.assign(Object.create(store) as ObjectStore, {
      list: async (...asked: Parameters<ObjectStore["list"]>) => {
        pages += 1;
        if (pages === 2) stop.abort(new Error("the worker stops"));
        return store.list(...asked);
      },
    });
    const deps = { db: database.db, store: counted };
    await expect(scanBucket(deps, BUCKET, stop.signal)).rejects.toThrow("the worker stops");
    expect((await known()).length).toBe(2_000);
    expect(await readScanTimes(database.db, [BUCKET])).toEqual(new Map());
    await scan(counted);
    expect(pages).toBe(3);
    expect((await known()).length).toBe(2_500);
    expect((await readScanTimes(database.db, [BUCKET])).get(BUCKET)).toBeInstanceOf(Date);
  });

  test("begins anew where the store knows the kept place no longer", async () => {
    await put("a");
    await database.db
      .insertInto("inventory_scans")
      .values({ bucket: BUCKET, completed: null, begun: new Date(), token: "!", after: "z" })
      .execute();
    await expect(scan()).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    await scan();
    expect(await known()).toEqual(["a 1"]);
  });

  test("keeps what was recorded while it listed", async () => {
    await put("a");
    const racing: ObjectStore = Object.assign(Object.create(store) as ObjectStore, {
      list: async (...asked: Parameters<ObjectStore["list"]>) => {
        const page = await store.list(...asked);
        const recorder = recorderOf();
        recorder.stored(BUCKET, await put("b"));
        await recorder.flush();
        return page;
      },
    });
    await scan(racing);
    expect(await known()).toEqual(["a 1", "b 1"]);
  });
});

const recorderOf = (onError = (error: unknown): void => expect.unreachable(String(error))) =>
  new InventoryRecorder({ db: database.db, buckets: new Set([BUCKET]), onError });

describe("the recorder", () => {
  test("tells the inventory of every change made through the store, and of no other bucket", async () => {
    const recorder = recorderOf();
    const watched = watchStore(store, recorder);
    await put("a/whole", 5, watched);
    await put("a/piece", 6, watched);
    await put("gone", 7, watched);
    await watched.write("swath-uploads", "landing", body(1), { size: 1 });
    await watched.copy({ bucket: BUCKET, key: "a/whole" }, { bucket: BUCKET, key: "b/copy" });
    await watched.join(
      { bucket: BUCKET, pieces: [{ key: "a/whole" }, { key: "a/piece" }] },
      { bucket: BUCKET, key: "joined" },
    );
    await watched.remove(BUCKET, ["gone", "a/whole", "a/piece"]);
    await recorder.flush();
    expect(await known()).toEqual(["b/copy 5", "joined 11"]);
    const byEvents = await folders();
    await scan();
    expect(await folders()).toEqual(byEvents);
  });

  test("writes in a moment without being asked", async () => {
    const watched = watchStore(store, recorderOf());
    await put("a", 1, watched);
    await expect.poll(known).toEqual(["a 1"]);
  });

  test("tells of changes that it could not write, and goes on", async () => {
    const failures: unknown[] = [];
    const recorder = recorderOf((error) => failures.push(error));
    const bad = {
      key: "a",
      size: Number.NaN,
      modified: new Date(),
      version: "1",
      storageClass: null,
    };
    recorder.stored(BUCKET, { ...bad, checksums: {} });
    await recorder.flush();
    recorder.stored(BUCKET, await put("b"));
    await recorder.flush();
    expect(failures.length).toBe(1);
    expect(await known()).toEqual(["b 1"]);
  });

  test("of several processes counts every folder right", async () => {
    const keys = Array.from({ length: 400 }, (_, i) => `d${i % 7}/e${i % 3}/${i}`);
    const recorders = Array.from({ length: 4 }, () => recorderOf());
    const object = {
      size: 3,
      modified: new Date(),
      version: "1",
      storageClass: null,
      checksums: {},
    };
    await Promise.all(
      keys.map(async (key, i) => {
        const recorder = recorders[i % 4]!;
        recorder.stored(BUCKET, { key, ...object });
        if (i % 10 === 0) await recorder.flush();
        if (i % 3 === 0) recorder.removed(BUCKET, [key]);
      }),
    );
    await Promise.all(recorders.map((recorder) => recorder.flush()));
    const left = keys.filter((_, i) => i % 3 !== 0);
    const totals = await readTotals(database.db, BUCKET, ["", "d1/", "d1/e2/"]);
    const under = (prefix: string) => left.filter((key) => key.startsWith(prefix)).length;
    expect((await known()).length).toBe(left.length);
    expect(totals.get("")).toMatchObject({ objects: left.length, bytes: left.length * 3 });
    expect(totals.get("d1/")?.objects).toBe(under("d1/"));
    expect(totals.get("d1/e2/")?.own_objects).toBe(under("d1/e2/"));
  });
});

describe("a page of the inventory", () => {
  test("tells a folder as the store does, in pages of any size", async () => {
    const keys = ["a", "a/1", "a/2", "b.x", "b/c/d", "b/e", "b0", "ü/1", "🛩/2", "\uffee/3", "z"];
    for (const key of keys) await put(`p/${key}`);
    await put("p0");
    await scan();
    for (const prefix of ["", "p/", "p/b/", "none/"]) {
      const { objects, folders: below } = await store.list(BUCKET, { prefix, delimiter: "/" });
      const expected = [...below, ...objects.map(({ key }) => key)];
      for (const limit of [1, 2, 3, 100]) {
        const told: string[] = [];
        for (const read of [readFolders, readObjects])
          for (let after = "", more = true; more;) {
            const place = { bucket: BUCKET, prefix };
            const page = await read(database.db, place, { after, limit });
            told.push(...page.rows.map(({ key }) => key));
            after = page.rows.at(-1)?.key ?? "";
            more = page.more;
          }
        expect(told, `${prefix} by ${limit}`).toEqual(expected);
      }
    }
  });

  test("is not led out of its folder by what it is to come after", async () => {
    for (const key of ["a/1", "b/1", "c/1"]) await put(key);
    await scan();
    const told = [];
    for (const after of ["a/0", "c/"]) {
      const folder = { bucket: BUCKET, prefix: "b/" };
      const page = await readObjects(database.db, folder, { after, limit: 10 });
      told.push(page.rows.map(({ key }) => key));
    }
    expect(told).toEqual([["b/1"], []]);
  });
});

test("an object whose file was changed by others is found by the next scan", async () => {
  await put("a", 1);
  await scan();
  await unlink(join(dataFolder, "objects", BUCKET, "a%o"));
  await writeFile(join(dataFolder, "objects", BUCKET, "b%o"), "1234");
  await scan();
  expect(await known()).toEqual(["b 4"]);
});
