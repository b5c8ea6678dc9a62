import { demonstrationEndpoints } from "@swath/contract/demonstration";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../platform/clock/clock.ts";
import {
  type FileStoreServer,
  serveFileStore,
} from "../platform/file-store-http/testing/file-store-server.ts";
import { recordServe, testIdentity } from "../platform/http/testing/recorded-serve.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { SAMPLE_BUCKET, serveDemonstration } from "./demonstration.routes.ts";

let database: TestDatabase;
let server: FileStoreServer;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await serveFileStore([]);
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing')`.execute(database.db);
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    VALUES ('FL000101', '{}', '-infinity', 'empty', 'VH-AAA', 'UTC', 4.2, '{}')`.execute(
    database.db,
  );
  await sql`INSERT INTO uploads (id, flight_id, type, sensor_name, status)
    VALUES (${"a".repeat(24)}, 'FL000101', 'LiDAR', 'Galaxy', 'READY_FOR_UPLOAD')`.execute(
    database.db,
  );
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

function served(isDemonstration: boolean) {
  const { serve, ask } = recordServe();
  const { db } = database;
  serveDemonstration(serve, { db, store: server.store, clock: systemClock, isDemonstration });
  return async (flightId: string, identity = testIdentity("crew")) =>
    (
      await ask(demonstrationEndpoints.makeSampleFolder, {
        body: { flightId, kind: "faulty" },
        identity,
      })
    ).reply;
}

test("two who ask at once get one folder, which lies whole in the store", async () => {
  const make = served(true);
  const [first, second] = await Promise.all([make("FL000101"), make("FL000101")]);
  expect(first.url).toMatch(/^\/downloads\/zip\?token=/);
  expect(second.url).not.toBe(first.url);
  expect([second.files, second.bytes]).toEqual([first.files, first.bytes]);
  const prefix = "FL000101/faulty/";
  const { objects } = await server.store.list(SAMPLE_BUCKET, { prefix });
  expect(objects).toHaveLength(first.files);
  expect(new Set(objects.map(({ key }) => key.split("/")[2]))).toEqual(new Set(["FL000101_045"]));
  const before = objects.map(({ version }) => version);
  await make("FL000101");
  const after = (await server.store.list(SAMPLE_BUCKET, { prefix })).objects;
  expect(after.map(({ version }) => version)).toEqual(before);
});

test("an installation of a company makes none, nor does a flight that is not there", async () => {
  await expect(served(false)("FL000101")).rejects.toMatchObject({ code: "FLIGHT_NOT_FOUND" });
  await expect(served(true)("FL000999")).rejects.toMatchObject({ code: "FLIGHT_NOT_FOUND" });
});

test("a guest makes none", async () => {
  const asked = served(true)("FL000101", testIdentity("guest", "guest"));
  await expect(asked).rejects.toMatchObject({ code: "INSUFFICIENT_PRIVILEGES" });
});
