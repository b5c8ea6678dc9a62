import { explorerEndpoints } from "@swath/contract/explorer";
import { BUCKET_ROLES, type BucketRole } from "@swath/contract/uploads";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
const only = testIdentity("only", "processingOnly");
const refused = { code: "INSUFFICIENT_PRIVILEGES" };
const { serve, ask } = recordServe();
let database: TestDatabase;
let server: FileStoreServer;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await serveFileStore(Object.values(buckets));
  const { db } = database;
  const allowed = allowBuckets(buckets, []);
  serveExplorer(serve, { db, store: server.store, allowed, clock: systemClock });
  await seedProcessing("guid-ip", "ip");
  await seedProcessing("guid-tm", "iptm");
  for (const bucket of [buckets.processing, buckets.ai, buckets.terrainMapperProcessing])
    for (const guid of ["guid-ip", "guid-tm", "guid-none"])
      await server.store.write(bucket, `${guid}/PI1/a.las`, [Buffer.from("x")], { size: 1 });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

async function seedProcessing(
  guid: string,
  area: "ip" | "iptm",
  flightId = "FL000001",
): Promise<void> {
  const { db } = database;
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing') ON CONFLICT DO NOTHING`.execute(db);
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    VALUES (${flightId}, ARRAY[now()], now(), tstzrange(now(), now(), '[]'), 'VH-AAA', 'UTC', 4.2,
      ARRAY['Successful Capture']) ON CONFLICT DO NOTHING`.execute(db);
  await sql`INSERT INTO processings (id, guid, area, flight_id, sensor_id, document_major_version)
    VALUES (${guid}, ${guid}, ${area}, ${flightId}, ${guid}, 4.2)`.execute(db);
}

/** An archive of a flight, and a processing of it. */
async function seedArchive(flightId: string, area: "ip" | "iptm"): Promise<void> {
  await seedProcessing(`guid-${flightId}`, area, flightId);
  const path = `s3://${buckets.archive}/archive/${flightId}/LiDAR/`;
  await sql`UPDATE flights SET archive_s3_path_lidar = ${path}
    WHERE flight_id = ${flightId}`.execute(database.db);
  const key = `archive/${flightId}/LiDAR/PI1/a.las`;
  await server.store.write(buckets.archive, key, [Buffer.from("x")], { size: 1 });
}

/** All that the explorer answers of a place: listed, searched, downloaded. */
function calls(bucket: string, prefix: string, identity = only) {
  const place = { bucket, prefix };
  const body = { bucket, key: `${prefix}PI1/a.las` };
  return [
    () => ask(explorerEndpoints.listObjects, { query: place, identity }),
    () => ask(explorerEndpoints.searchObjects, { query: { ...place, text: "las" }, identity }),
    () => ask(explorerEndpoints.downloadObject, { body, identity }),
  ] as const;
}

async function listed(bucket: string, prefix: string, identity = only): Promise<string[]> {
  const [list, search, download] = calls(bucket, prefix, identity);
  await search();
  await download();
  return (await list()).reply.objectList.map(({ key }) => key);
}

test("explorer/B4 a processing-only user sees the outputs of processings they see, and nothing else", async () => {
  for (const bucket of [buckets.processing, buckets.ai])
    expect(await listed(bucket, "guid-ip/")).toEqual(["guid-ip/PI1/"]);
  for (const [bucket, prefix] of [
    [buckets.processing, "guid-tm/"],
    [buckets.terrainMapperProcessing, "guid-tm/"],
    [buckets.processing, "guid-none/"],
    [buckets.lidar, "guid-ip/"],
    [buckets.archive, "guid-ip/"],
    [buckets.uploads, "guid-ip/"],
  ] as const)
    for (const call of calls(bucket, prefix)) await expect(call()).rejects.toMatchObject(refused);
});

describe("explorer/B5 of archives", () => {
  const archive = "archive/FL000001/LiDAR/";
  test("a processing-only user sees those that the processings they see lead to", async () => {
    await seedArchive("FL000001", "ip");
    await seedArchive("FL000002", "iptm");
    expect(await listed(buckets.archive, archive)).toEqual([`${archive}PI1/`]);
    for (const [bucket, prefix] of [
      [buckets.archive, "archive/FL000002/LiDAR/"],
      [buckets.archive, "archive/FL000001/"],
      [buckets.archive, "archive/FL000001/Imagery/"],
      [buckets.archive, "archive/"],
      [buckets.lidar, archive],
      [buckets.uploads, archive],
    ] as const)
      for (const call of calls(bucket, prefix)) await expect(call()).rejects.toMatchObject(refused);
  });
});

test.each(["", "guid-i", "guid-none/../guid-ip/x"])(
  "nor what is above the folder of a processing: %j",
  async (prefix) => {
    const [list] = calls(buckets.processing, prefix);
    const code = prefix.includes("..") ? "INVALID_REQUEST" : refused.code;
    await expect(list()).rejects.toMatchObject({ code });
  },
);

test("others see the outputs of every processing", async () => {
  const office = testIdentity("office");
  expect(await listed(buckets.processing, "guid-tm/", office)).toEqual(["guid-tm/PI1/"]);
});
