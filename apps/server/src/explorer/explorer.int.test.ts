import { type ExplorerEntry, explorerEndpoints } from "@swath/contract/explorer";
import { may, type Role } from "@swath/contract/identity";
import { BUCKET_ROLES, type BucketRole } from "@swath/contract/uploads";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../platform/clock/clock.ts";
import { recordServe, testIdentity } from "../platform/http/testing/recorded-serve.ts";
import {
  type FileStoreServer,
  serveFileStore,
} from "../platform/file-store-http/testing/file-store-server.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { serveExplorer } from "./explorer.routes.ts";
import { recordObjects } from "./inventory/record.ts";
import { scanBucket } from "./inventory/inventory.workers.ts";
import { allowBuckets } from "./visible-buckets.ts";

const buckets = Object.fromEntries(
  BUCKET_ROLES.map((role) => [role, `swath-${role.toLowerCase()}`]),
) as Record<BucketRole, string>;
const never = new AbortController().signal;
const guest = testIdentity("guest", "guest");
const { serve, ask } = recordServe();
let database: TestDatabase;
let server: FileStoreServer;
/** What the store is to say of a folder instead of the truth. */
let limited = false;

async function* body(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
const put = (key: string, text = "x", bucket = buckets.lidar) =>
  server.store.write(bucket, key, body(text), { size: text.length });

const underTest = (): ObjectStore =>
  Object.assign(Object.create(server.store) as ObjectStore, {
    list: (...asked: Parameters<ObjectStore["list"]>) => server.store.list(...asked),
    head: (...asked: Parameters<ObjectStore["head"]>) => server.store.head(...asked),
    presignGet: (...asked: Parameters<ObjectStore["presignGet"]>) =>
      server.store.presignGet(...asked),
    listFolder: async (...asked: Parameters<ObjectStore["listFolder"]>) =>
      limited ? undefined : server.store.listFolder(...asked),
  });

beforeAll(async () => {
  database = await createTestDatabase();
  server = await serveFileStore(Object.values(buckets));
  const allowed = allowBuckets(buckets, []);
  serveExplorer(serve, { db: database.db, store: underTest(), allowed, clock: systemClock });
  for (let i = 0; i < 650; i++) await put(`many/${String(i).padStart(4, "0")}.las`);
  await put("many/sub/one", "12345");
  await put("many/sub/two", "12");
  await put("FL000001/LiDAR/Strip_01.las", "strip");
  await put("FL000001/LiDAR/100%_sure.las", "sure");
  await put("result.txt", "r", buckets.processing);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const list = async (query: Record<string, unknown>, identity = testIdentity("office")) =>
  (
    await ask(explorerEndpoints.listObjects, {
      query: { bucket: buckets.lidar, ...query },
      identity,
    })
  ).reply;
const names = (entries: readonly ExplorerEntry[]): string[] => entries.map(({ key }) => key);
const scan = () => scanBucket({ db: database.db, store: server.store }, buckets.lidar, never);

const forged = (source: string, token: string) =>
  Buffer.from(JSON.stringify([buckets.lidar, "many/sub/", source, token, 0])).toString("base64url");

const search = async (text: string, prefix = "") =>
  (await ask(explorerEndpoints.searchObjects, { query: { bucket: buckets.lidar, prefix, text } }))
    .reply;

const download = async (key: string, bucket = buckets.lidar) =>
  (await ask(explorerEndpoints.downloadObject, { body: { bucket, key } })).reply;

const recorded = () =>
  database.db
    .selectFrom("audit.events")
    .select(["action", "subject", "detail", "address"])
    .where("action", "=", "object.downloaded")
    .execute();

async function walk(prefix: string) {
  const pages = [await list({ prefix })];
  for (let token = pages[0]!.nextContinuationToken; token !== null;) {
    const page = await list({ prefix, nextContinuationToken: token });
    pages.push(page);
    token = page.nextContinuationToken;
  }
  return pages;
}

describe("a folder", () => {
  test("comes in pages of 300, folders before objects over all of them, before any scan", async () => {
    const pages = await walk("many/");
    expect(pages.map(({ objectList }) => objectList.length)).toEqual([300, 300, 51]);
    expect(pages.map(({ isTruncated }) => isTruncated)).toEqual([true, true, false]);
    expect(pages.map(({ totalKeyCount }) => totalKeyCount)).toEqual([651, 651, 651]);
    expect(pages.every(({ maxKeys, fromInventory }) => maxKeys === 300 && !fromInventory)).toBe(
      true,
    );
    expect(pages[0]!.inventoryTime).toBeNull();
    expect(pages[0]!.objectList[0]).toEqual({
      key: "many/sub/",
      type: "Folder",
      lastModified: null,
      size: null,
      objectCount: null,
      storageClass: null,
    });
    expect(pages[0]!.objectList[1]).toMatchObject({ key: "many/0000.las", type: "File", size: 1 });
    expect(pages.map(({ sortedOver }) => sortedOver)).toEqual(["folder", "folder", "folder"]);
  });

  test("is sorted as a whole, not page by page", async () => {
    await put("many/0642.las", "largest");
    const largest = await list({ prefix: "many/", sort: "-size" });
    expect(names(largest.objectList).slice(0, 2)).toEqual(["many/sub/", "many/0642.las"]);
    const downwards = await list({ prefix: "many/", sort: "-name" });
    expect(names(downwards.objectList).slice(0, 2)).toEqual(["many/sub/", "many/0649.las"]);
    const query = { prefix: "many/", sort: "-name" };
    const { nextContinuationToken } = downwards;
    const next = await list({ ...query, nextContinuationToken });
    expect(names(next.objectList)[0]).toBe("many/0350.las");
    await put("many/0642.las");
    await expect(list({ prefix: "many/", nextContinuationToken })).rejects.toMatchObject({
      code: "INVALID_REQUEST",
    });
  });

  test("tells what lies below its folders, and its own count, once it was scanned", async () => {
    await scan();
    const [first] = await walk("many");
    expect(first!.totalKeyCount).toBe(651);
    expect(first!.inventoryTime).not.toBeNull();
    const { objectList } = await list({});
    expect(objectList).toMatchObject([
      { key: "FL000001/", type: "Folder", size: 9, objectCount: 2 },
      { key: "many/", type: "Folder", size: 657, objectCount: 652 },
    ]);
  });

  test("that is too large for the store is told by the inventory, the same", async () => {
    await scan();
    const exact = await walk("many/");
    limited = true;
    const told = await walk("many/").finally(() => (limited = false));
    expect(told.every(({ fromInventory }) => fromInventory)).toBe(true);
    const entries = (pages: typeof told) => pages.flatMap(({ objectList }) => objectList);
    expect(entries(told)).toEqual(entries(exact));
    expect(told.map(({ sortedOver }) => sortedOver)).toEqual(["page", "page", "page"]);
    expect(told.map(({ totalKeyCount }) => totalKeyCount)).toEqual([651, 651, 651]);
  });

  test("that is too large for the store is read whole all the same before the first scan", async () => {
    await put("only/one", "1", buckets.imagery);
    limited = true;
    const page = await list({ bucket: buckets.imagery, prefix: "only/" }).finally(
      () => (limited = false),
    );
    expect(names(page.objectList)).toEqual(["only/one"]);
    expect(page.fromInventory).toBe(false);
  });

  test("that is not there is empty", async () => {
    expect(await list({ prefix: "none/" })).toMatchObject({ objectList: [], totalKeyCount: 0 });
  });

  test.each(["../", "a/../../b/", "./", "a\u0000b/"])("%j is no prefix", async (prefix) => {
    await expect(list({ prefix })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });

  test("whose name is empty holds what S3 lists below it", async () => {
    const at = new Date();
    const stored = { size: 1, modified: at, version: "1", storageClass: null, checksums: {} };
    const keys = ["odd//a.las", "odd//deep/b.las", "odd/c.las"];
    await recordObjects(
      database.db,
      buckets.lidar,
      keys.map((key) => Object.assign({ key }, stored)),
    );
    limited = true;
    const [above, within] = [await list({ prefix: "odd/" }), await list({ prefix: "odd//" })];
    limited = false;
    expect(names(above.objectList)).toEqual(["odd//", "odd/c.las"]);
    expect(names(within.objectList)).toEqual(["odd//deep/", "odd//a.las"]);
    await scan();
  });

  test("takes no token of another folder, of another bucket, or made up", async () => {
    const { nextContinuationToken: token } = await list({ prefix: "many/" });
    const refused = { code: "INVALID_REQUEST" };
    const made = Buffer.from(JSON.stringify([buckets.lidar, "many/", "store", "!", 300]));
    for (const query of [
      { prefix: "", nextContinuationToken: token },
      { prefix: "many/", bucket: buckets.imagery, nextContinuationToken: token },
      { prefix: "many/", nextContinuationToken: "abc" },
      { prefix: "many/", nextContinuationToken: made.toString("base64url") },
    ])
      await expect(list(query)).rejects.toMatchObject(refused);
  });

  test("is not left by a forged token", async () => {
    for (const token of [
      forged("inventory", "objects:FL000001/"),
      forged("inventory", "folders:FL000001/"),
      forged("inventory", "FL000001/"),
      forged("store", Buffer.from("FL000001/").toString("base64url")),
    ]) {
      const page = await list({ prefix: "many/sub/", nextContinuationToken: token });
      expect(names(page.objectList)).toEqual(["many/sub/one", "many/sub/two"]);
    }
  });
});

describe("a search", () => {
  beforeAll(scan);

  test("finds objects and folders by a part of their names, in any case", async () => {
    expect((await search("STRIP_0")).objectList).toMatchObject([
      { key: "FL000001/LiDAR/Strip_01.las", type: "File", size: 5 },
    ]);
    expect((await search("lidar")).objectList).toMatchObject([
      { key: "FL000001/LiDAR/", type: "Folder", size: 9, objectCount: 2 },
    ]);
  });

  test("takes * for anything, and % and _ for themselves", async () => {
    expect(names((await search("s*.las")).objectList)).toEqual(["FL000001/LiDAR/Strip_01.las"]);
    expect(names((await search("0%_s")).objectList)).toEqual(["FL000001/LiDAR/100%_sure.las"]);
    expect((await search("o_e")).objectList).toEqual([]);
  });

  test("stays below its folder", async () => {
    expect(names((await search("one", "many/sub/")).objectList)).toEqual(["many/sub/one"]);
    expect((await search("one", "FL000001/")).objectList).toEqual([]);
    expect((await search("many", "many/")).objectList).toEqual([]);
  });

  test("tells the first 300 and that there are more", async () => {
    const { objectList, isTruncated, inventoryTime } = await search(".las");
    expect(objectList.length).toBe(300);
    expect(isTruncated).toBe(true);
    expect(inventoryTime).not.toBeNull();
  });

  test("of two letters is none", async () => {
    await expect(search("la")).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });
});

describe("a download", () => {
  test("is an address of the object's bytes, and is recorded", async () => {
    const { url, expires } = await download("FL000001/LiDAR/Strip_01.las");
    const reply = await fetch(new URL(url, server.origin));
    expect(await reply.text()).toBe("strip");
    expect(reply.headers.get("content-disposition")).toMatch(
      /^attachment; filename="Strip_01.las"/,
    );
    expect(new Date(expires).getTime()).toBeGreaterThan(Date.now());
    expect(await recorded()).toMatchObject([
      {
        subject: "crew",
        detail: { bucket: buckets.lidar, key: "FL000001/LiDAR/Strip_01.las" },
      },
    ]);
  });

  test.each(["page.html", "drawing.svg", "paper.pdf", "feed.xml", "script.js"])(
    "has %s saved as bytes, which a browser opens as no page of this origin",
    async (name) => {
      const key = `FL000001/LiDAR/${name}`;
      const svg = "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>";
      await put(key, svg, buckets.imagery);
      const { url } = await download(key, buckets.imagery);
      const { headers } = await fetch(new URL(url, server.origin));
      expect(headers.get("content-disposition")).toMatch(/^attachment; /);
      expect(headers.get("content-type")).toBe("application/octet-stream");
    },
  );

  test("gives out no file, alone or in a ZIP, of which a reading found that bytes went bad", async () => {
    const key = "FL000001/LiDAR/Strip_01.las";
    await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing')`.execute(database.db);
    await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
        departure_timezone, document_major_version, types)
      VALUES ('FL000001', '{}', '-infinity', 'empty', 'VH-AAA', 'UTC', 4.2, '{}')`.execute(
      database.db,
    );
    const upload = { id: "0".repeat(24), flight_id: "FL000001", type: "LiDAR" as const };
    await database.db
      .insertInto("uploads")
      .values({ ...upload, sensor_name: "Galaxy", status: "DATA_READY" as const })
      .execute();
    const finding = { upload_id: upload.id, bucket: buckets.lidar, key };
    await database.db
      .insertInto("scrub_findings")
      .values({ ...finding, fault: "content" as const, found: new Date() })
      .execute();
    await expect(download(key)).rejects.toMatchObject({ code: "OBJECT_DAMAGED" });
    const folder = { bucket: buckets.lidar, prefix: "FL000001/" };
    await expect(ask(explorerEndpoints.downloadZip, { body: folder })).rejects.toMatchObject({
      code: "OBJECT_DAMAGED",
      details: { key },
    });
    await database.db.deleteFrom("scrub_findings").execute();
    await expect(download(key)).resolves.toBeDefined();
  });

  test("of what is not there, or not to be seen, is neither answered nor recorded", async () => {
    const before = await recorded();
    await put("FL000001/u/landing", "x", buckets.uploads);
    await expect(download("none")).rejects.toMatchObject({ code: "OBJECT_NOT_FOUND" });
    await expect(download("FL000001/u/landing", buckets.uploads)).rejects.toMatchObject({
      code: "INSUFFICIENT_PRIVILEGES",
    });
    await expect(download("../store-secret")).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    expect(await recorded()).toEqual(before);
  });
});

describe("each role", () => {
  const ROLES: [Role[], buckets: boolean, list: boolean, download: boolean][] = [
    [["base"], true, true, true],
    [["base", "leader"], true, true, true],
    [["base", "guest"], true, true, false],
    [["base", "processingOnly"], false, true, true],
    [["guest"], false, false, false],
    [[], false, false, false],
  ];
  test.each(ROLES)(
    "%j sees buckets %j, lists %j, downloads %j",
    (roles, sees, lists, downloads) => {
      expect(may(roles, explorerEndpoints.listBuckets.permission)).toBe(sees);
      for (const route of [explorerEndpoints.listObjects, explorerEndpoints.searchObjects])
        expect(may(roles, route.permission)).toBe(lists);
      expect(may(roles, explorerEndpoints.downloadObject.permission)).toBe(downloads);
    },
  );

  test("a guest browses and searches the buckets of the processing areas only", async () => {
    const seen = (await ask(explorerEndpoints.listBuckets, { identity: guest })).reply;
    expect(seen.map(({ name }) => name)).toEqual([
      buckets.processing,
      buckets.ai,
      buckets.terrainMapperProcessing,
    ]);
    expect(names((await list({ bucket: buckets.processing }, guest)).objectList)).toEqual([
      "result.txt",
    ]);
    const refused = { code: "INSUFFICIENT_PRIVILEGES" };
    await expect(list({}, guest)).rejects.toMatchObject(refused);
    const query = { bucket: buckets.lidar, text: "strip" };
    await expect(
      ask(explorerEndpoints.searchObjects, { query, identity: guest }),
    ).rejects.toMatchObject(refused);
  });

  test("the landing bucket is nobody's to see", async () => {
    const { reply } = await ask(explorerEndpoints.listBuckets, {
      identity: testIdentity("ada", "admin", "leader"),
    });
    expect(reply.map(({ name }) => name)).not.toContain(buckets.uploads);
    await expect(
      list({ bucket: buckets.uploads }, testIdentity("ada", "admin")),
    ).rejects.toMatchObject({ code: "INSUFFICIENT_PRIVILEGES" });
  });
});

test("the buckets tell what they hold once they were scanned", async () => {
  await sql`DELETE FROM stored_objects`.execute(database.db);
  await recordObjects(database.db, buckets.ai, [
    { key: "a", size: 5, modified: new Date(), version: "1", storageClass: null, checksums: {} },
  ]);
  await scan();
  const { reply } = await ask(explorerEndpoints.listBuckets);
  const of = (bucket: string) => reply.find(({ name }) => name === bucket);
  expect(of(buckets.lidar)).toMatchObject({ objectCount: 654, size: 666 });
  expect(of(buckets.ai)).toEqual({
    name: buckets.ai,
    objectCount: null,
    size: null,
    inventoryTime: null,
  });
});
