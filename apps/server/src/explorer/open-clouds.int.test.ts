import { cloudEndpoints } from "@swath/contract/clouds";
import { BUCKET_ROLES, type BucketRole } from "@swath/contract/uploads";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../platform/clock/clock.ts";
import { recordServe, testIdentity } from "../platform/http/testing/recorded-serve.ts";
import {
  type FileStoreServer,
  serveFileStore,
} from "../platform/file-store-http/testing/file-store-server.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { serveExplorer } from "./explorer.routes.ts";
import { allowBuckets } from "./visible-buckets.ts";

const buckets = Object.fromEntries(
  BUCKET_ROLES.map((role) => [role, `swath-${role.toLowerCase()}`]),
) as Record<BucketRole, string>;
const crew = testIdentity("crew");
const only = testIdentity("only", "processingOnly");
const { serve, ask } = recordServe();
let database: TestDatabase;
let server: FileStoreServer;

const CLOUD = "guid-ip/ICP2/.attempt-1/line 1.copc.laz";
const SECOND = "guid-ip/ICP2/.attempt-1/line 2.copc.laz";
const MAPPER = "guid-tm/ICP2/.attempt-1/line 1.copc.laz";
const TEXT = "0123456789".repeat(10);

beforeAll(async () => {
  database = await createTestDatabase();
  server = await serveFileStore(Object.values(buckets));
  const { db } = database;
  const allowed = allowBuckets(buckets, []);
  serveExplorer(serve, { db, store: server.store, allowed, clock: systemClock });
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing')`.execute(db);
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    VALUES ('FL000001', '{}', '-infinity', 'empty', 'VH-AAA', 'UTC', 4.2, '{}')`.execute(db);
  for (const [guid, area] of [
    ["guid-ip", "ip"],
    ["guid-tm", "iptm"],
  ])
    await sql`INSERT INTO processings (id, guid, area, flight_id, sensor_id, document_major_version)
      VALUES (${guid}, ${guid}, ${area}, 'FL000001', ${guid}, 4.2)`.execute(db);
  for (const key of [CLOUD, SECOND, MAPPER, "secret.copc.laz", "guid-ip/report.html"])
    await server.store.write(buckets.processing, key, [Buffer.from(TEXT)], { size: TEXT.length });
  await server.store.write(buckets.uploads, "a.laz", [Buffer.from(TEXT)], { size: TEXT.length });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const open = async (keys: readonly string[], identity = crew, bucket = buckets.processing) =>
  (await ask(cloudEndpoints.openClouds, { body: { bucket, keys }, identity })).reply;

const rangeOf = async (url: string, range: string) => {
  const reply = await fetch(new URL(url, server.origin), { headers: { range } });
  return { status: reply.status, tag: reply.headers.get("etag"), text: await reply.text() };
};

const events = () =>
  database.db
    .selectFrom("audit.events")
    .select(["subject", "detail"])
    .where("action", "=", "clouds.opened")
    .execute();

test("clouds are read by ranges from addresses that expire, and one event says who opened them", async () => {
  const { files, expires } = await open([CLOUD, SECOND]);
  expect(files.map(({ key, size }) => [key, size])).toEqual([
    [CLOUD, 100],
    [SECOND, 100],
  ]);
  const first = await rangeOf(files[0]!.url, "bytes=3-6");
  expect(first).toMatchObject({ status: 206, text: "3456" });
  expect(first.tag).toMatch(/^".+"$/);
  const left = Date.parse(expires) - Date.now();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(900_000);
  expect(await events()).toEqual([
    {
      subject: "crew",
      detail: { bucket: buckets.processing, folder: "guid-ip/ICP2/.attempt-1/", files: 2 },
    },
  ]);
});

test("an address opens its own cloud alone: with another bucket or another token it opens nothing", async () => {
  const { files } = await open([CLOUD]);
  const address = new URL(files[0]!.url, server.origin);
  const elsewhere = new URL(address);
  elsewhere.pathname = `/store/${buckets.uploads}`;
  expect((await fetch(elsewhere)).status).toBe(403);
  const token = address.searchParams.get("token")!;
  const middle = Math.floor(token.length / 2);
  const other = token[middle] === "A" ? "B" : "A";
  address.searchParams.set("token", `${token.slice(0, middle)}${other}${token.slice(middle + 1)}`);
  expect((await fetch(address)).status).toBe(403);
});

test("someone of the processing area opens clouds of processings that they see, and no others", async () => {
  const before = (await events()).length;
  expect((await open([CLOUD], only)).files).toHaveLength(1);
  for (const keys of [[MAPPER], [CLOUD, MAPPER], ["secret.copc.laz"]])
    await expect(open(keys, only)).rejects.toMatchObject({ code: "INSUFFICIENT_PRIVILEGES" });
  expect(await events()).toHaveLength(before + 1);
});

test("a guest opens none, and nobody what waits in the landing bucket", async () => {
  await expect(open([CLOUD], testIdentity("guest", "guest"))).rejects.toMatchObject({
    code: "INSUFFICIENT_PRIVILEGES",
  });
  await expect(open(["a.laz"], crew, buckets.uploads)).rejects.toMatchObject({
    code: "INSUFFICIENT_PRIVILEGES",
  });
});

test("rasters are opened as clouds are", async () => {
  const key = "guid-ip/DEM1/.attempt-1/dtm_1.tif";
  await server.store.write(buckets.processing, key, [Buffer.from(TEXT)], { size: TEXT.length });
  const { files } = await open([key], only);
  expect((await rangeOf(files[0]!.url, "bytes=0-1")).text).toBe("01");
});

test("what is no cloud by its name is refused, and what is not there is said", async () => {
  await expect(open(["guid-ip/report.html"])).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  await expect(open([CLOUD, "guid-ip/none.copc.laz"])).rejects.toMatchObject({
    code: "OBJECT_NOT_FOUND",
    details: { key: "guid-ip/none.copc.laz" },
  });
});
