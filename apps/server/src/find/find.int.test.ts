import { endpoints } from "@swath/contract/endpoints";
import type { Identity } from "@swath/contract/identity";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordServe, testIdentity } from "../platform/http/testing/recorded-serve.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { serveFind } from "./find.routes.ts";
import { idRange } from "./find.ts";

const { serve, ask } = recordServe();
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing'), ('VH-100%', 'Rotary')`.execute(db);
  await sql`INSERT INTO sensor_equipment VALUES ('Galaxy T2000 - 404', 'LiDAR', NULL, NULL)`.execute(
    db,
  );
  await sql`INSERT INTO projects VALUES ('PRJ00084', 'Coast 2026', 'Mina Vale', 'Open', NULL, NULL),
    ('PRJ00002', 'Mine <b>north</b>', 'Brook', 'Closed', NULL, NULL)`.execute(db);
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    SELECT id, '{}', at, 'empty', 'VH-AAA', 'UTC', 4.2, '{}' FROM (VALUES
      ('FL000084', '2026-03-02T00:30Z'::timestamptz), ('FL840001', '-infinity'), ('FL840002', '-infinity'),
      ('FL000001', '-infinity')) AS v (id, at)`.execute(db);
  await sql`INSERT INTO flight_sensors (flight_id, position, sensor, sensor_id, type, flight_type,
      dispatch_lidar, dispatch_imagery)
    VALUES ('FL000001', 0, 'Galaxy T2000 - 404', 'SL000084', 'LiDAR', 'Successful Capture',
      'Upload', 'TBA')`.execute(db);
  await sql`INSERT INTO uploads (id, flight_id, type, sensor_name, status)
    VALUES (${"a".repeat(24)}, 'FL000084', 'LiDAR', 'Galaxy T2000 - 404', 'UPLOAD_STALLED')`.execute(
    db,
  );
  await sql`INSERT INTO processings (id, guid, area, flight_id, sensor_id, document_major_version)
    VALUES (${"b".repeat(24)}, 'one', 'ip', 'FL000084', 'SL000007', 4.2),
      (${"c".repeat(24)}, 'two', 'iptm', 'FL000084', 'SL000008', 4.2)`.execute(db);
  await sql`SELECT refresh_flight_facets(array_agg(flight_id)) FROM flights`.execute(db);
  serveFind(serve, { db });
});
afterAll(() => database.drop());

const found = async (text: string, identity: Identity = testIdentity("office")) =>
  (await ask(endpoints.find, { query: { text }, identity })).reply;
const ids = async (text: string, identity?: Identity) =>
  (await found(text, identity)).map(({ kind, id }) => `${kind} ${id}`);

test("digits name a flight exactly, then flights of that sensor log, then those that begin so", async () => {
  const flights = (await ids("84")).filter((each) => each.startsWith("flight"));
  expect(flights).toEqual([
    "flight FL000084",
    "flight FL000001",
    "flight FL840001",
    "flight FL840002",
  ]);
});

test("a flight brings its uploads with their status, and its processings", async () => {
  expect(await found("fl000084")).toMatchObject([
    { kind: "flight", title: "FL000084", detail: "2026-03-02 · VH-AAA" },
    { kind: "upload", title: "FL000084 LiDAR Galaxy T2000 - 404", detail: "Upload Stalled" },
    { kind: "processing", flightId: "FL000084", area: "ip" },
    { kind: "processing", flightId: "FL000084", area: "iptm" },
  ]);
});

test("names are found by any part of them, in any case; % and _ are letters", async () => {
  expect(await ids("coast")).toEqual(["project PRJ00084"]);
  expect(await ids("MINA")).toEqual(["project PRJ00084"]);
  expect(await ids("t2000")).toEqual(["sensor Galaxy T2000 - 404"]);
  expect(await ids("0%")).toEqual(["aircraft VH-100%"]);
  expect(await ids("H_A")).toEqual([]);
  expect(await ids("nothing of that name")).toEqual([]);
});

test("a processing-only user finds processings of the first dashboard, and nothing else", async () => {
  const only = testIdentity("only", "processingOnly");
  expect(await ids("84", only)).toEqual([`processing ${"b".repeat(24)}`]);
  expect(await ids("coast", only)).toEqual([]);
});

test.each([
  ["84", "FL", { exact: "FL000084", from: "FL840000", to: "FL849999:" }],
  ["fl-000084", "FL", { exact: "FL000084", from: "FL000084", to: "FL000084:" }],
  ["SL 7", "SL", { exact: "SL000007", from: "SL700000", to: "SL799999:" }],
  ["PRJ12345", "PRJ", { exact: "PRJ12345", from: "PRJ12345", to: "PRJ12345:" }],
] as const)("%j is read as an identifier of %s", (text, prefix, range) => {
  expect(idRange(text, prefix)).toEqual(range);
});

test.each([
  ["SL84", "FL"],
  ["1234567", "FL"],
  ["123456", "PRJ"],
  ["FL", "FL"],
  ["FL84x", "FL"],
] as const)("%j is no identifier of %s", (text, prefix) => {
  expect(idRange(text, prefix)).toBeUndefined();
});
