import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import type { Catalogue, Flight } from "@swath/contract/flights";
import { endpoints } from "@swath/contract/endpoints";
import type { Role } from "@swath/contract/identity";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordServe, testIdentity } from "../platform/http/testing/recorded-serve.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { KINDS } from "./flight-search.ts";
import { serveFlights } from "./flights.routes.ts";

const { serve, ask } = recordServe();
let database: TestDatabase;

/** Flights FL000001 to FL000040, one a day from 1 January 2026; the last is the newest. */
async function seed(): Promise<void> {
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing'), ('VH-B,B', 'Rotary')`.execute(
    database.db,
  );
  await sql`INSERT INTO projects VALUES ('PRJ00001', 'One', 'Vale, Tomas', 'Open', NULL, 'C'),
    ('PRJ00002', 'Two', 'Brook', 'Open', 'RGBN', NULL)`.execute(database.db);
  await sql`INSERT INTO sensor_equipment VALUES ('DMC - 27', 'MediumFormatImagery', NULL, NULL),
    ('Galaxy - 045', 'LiDAR', '18SEN045', '7045')`.execute(database.db);
  await sql`INSERT INTO flights
    SELECT 'FL' || lpad(n::text, 6, '0'),
      CASE WHEN n = 10 THEN ARRAY[day + interval '40 days', day] ELSE ARRAY[day] END,
      CASE WHEN n = 10 THEN day + interval '40 days' ELSE day END,
      tstzrange(day, CASE WHEN n = 10 THEN day + interval '40 days' ELSE day END, '[]'),
      day, day + interval '4 hours', CASE n % 2 WHEN 0 THEN 'VH-AAA' ELSE 'VH-B,B' END,
      'UTC', CASE WHEN n <= 5 THEN 3 ELSE 4.2 END, ARRAY['Successful Capture'], NULL, NULL
    FROM (SELECT n, '2026-01-01Z'::timestamptz + (n - 1) * interval '1 day' AS day
      FROM generate_series(1, 40) AS n) AS days`.execute(database.db);
  await sql`INSERT INTO flight_sensors
    SELECT flight_id, 0, CASE n % 4 WHEN 0 THEN NULL ELSE 'Galaxy - 045' END,
      CASE n % 4 WHEN 0 THEN 'P1 - 118' WHEN 1 THEN 'P1 - 118' END, 'SL' || substr(flight_id, 3),
      'LiDAR', 'Successful Capture', CASE n % 3 WHEN 0 THEN NULL WHEN 1 THEN 'PRJ00001' ELSE 'PRJ00002' END,
      NULL, NULL, 'Upload', 'TBA'
    FROM (SELECT flight_id, substr(flight_id, 3)::int AS n FROM flights) AS numbered`.execute(
    database.db,
  );
  await sql`INSERT INTO uploads (id, flight_id, type, sensor_name, status, subject, user_name)
    SELECT lpad(substr(flight_id, 3), 24, 'a'), flight_id, 'LiDAR', 'Galaxy - 045',
      'READY_FOR_UPLOAD', 'crew', 'Crew' FROM flights`.execute(database.db);
  await sql`SELECT refresh_flight_facets(array_agg(flight_id)) FROM flights`.execute(database.db);
}

beforeAll(async () => {
  database = await createTestDatabase();
  await seed();
  const oldBuckets = { lidar: "old-lidar", imagery: "old-imagery" };
  serveFlights(serve, {
    db: database.db,
    oldBuckets,
    version: () => undefined,
  });
});
afterAll(() => database.drop());

async function list(query: Record<string, string>): Promise<{ ids: number[]; total: number }> {
  const { reply, headers } = await ask(endpoints.listFlights, { query });
  const ids = reply.map((flight: Flight) => Number(flight.FlightID.slice(2)));
  return { ids, total: Number(headers["x-total-count"]) };
}
const all = async (query: Record<string, string>): Promise<number[]> =>
  (await list({ pageSize: "200", sort: "FlightID 1", ...query })).ids;
const custom = (value: unknown): Promise<number[]> => all({ $custom: JSON.stringify(value) });
const unique = (collection: string, field: string) =>
  ask(endpoints.listUnique, { params: { collection, field } });
/** What a flight and the list say of its holds. */
async function holdsOf(flightId: string, ...roles: Role[]) {
  const identity = testIdentity("reader", ...roles);
  const read = await ask(endpoints.readFlight, { params: { flightId }, identity });
  const query = { FlightID: flightId };
  const listed = await ask(endpoints.listFlights, { query, identity });
  expect(listed.reply[0]?.OnHold).toEqual(read.reply.OnHold);
  return read.reply.OnHold;
}
const numbers = (keep: (n: number) => boolean): number[] =>
  Array.from({ length: 40 }, (_, index) => index + 1).filter(keep);

describe("the flight list", () => {
  test("is the newest ten with the total, unless asked otherwise", async () => {
    const { ids, total } = await list({});
    expect(total).toBe(40);
    // Flight 10 went on forty days later.
    expect(ids).toEqual([10, 40, 39, 38, 37, 36, 35, 34, 33, 32]);
  });

  test("pages without gaps or doubles, and is empty beyond the end", async () => {
    const pages = await Promise.all(["1", "2", "3", "4", "5"].map((page) => list({ page })));
    expect(pages.map(({ ids }) => ids.length)).toEqual([10, 10, 10, 10, 0]);
    expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(40);
  });

  test("sorts by allowed fields only, and comes in pages", async () => {
    expect((await list({ sort: "FlightID 1", pageSize: "2" })).ids).toEqual([1, 2]);
    expect((await list({ sort: "Aircraft -1", pageSize: "2" })).ids).toEqual([39, 37]);
    const refused = { code: "INVALID_REQUEST" };
    await expect(list({ sort: "Password 1" })).rejects.toMatchObject(refused);
    await expect(list({ pageSize: "-1" })).rejects.toMatchObject(refused);
  });

  test("filters by each operator", async () => {
    const odd = numbers((n) => n % 2 === 1);
    expect(await all({ Aircraft: String.raw`$any VH-B\,B` })).toEqual(odd);
    expect(await all({ AircraftType: "$any Rotary,Balloon" })).toEqual(odd);
    expect(await all({ FlightID: "$any FL000003,FL000001,FL999999" })).toEqual([1, 3]);
    expect(await all({ SensorID: "SL000007" })).toEqual([7]);
    expect(await all({ ProjectID: "$notExists" })).toEqual(numbers((n) => n % 3 === 0));
    expect(await all({ ProjectManager: String.raw`$any Vale\, Tomas` })).toEqual(
      numbers((n) => n % 3 === 1),
    );
    expect(await all({ Sensor: "$anyOr P1 - 118" })).toEqual(numbers((n) => n % 4 < 2));
    expect(await all({ Sensor: "$any P1 - 118" })).toEqual(numbers((n) => n % 4 === 0));
    expect(await all({ UploadStatus: "DATA_READY" })).toEqual([]);
  });

  test("combines filters, and counts what it finds", async () => {
    const query = { ProjectID: "PRJ00001", AircraftType: "Rotary", sort: "FlightID 1" };
    expect(await list(query)).toEqual({ ids: [1, 7, 13, 19, 25, 31, 37], total: 7 });
  });

  test("finds any survey date within the range, both days included", async () => {
    expect(await all({ Date: "2026-01-03+2026-01-05" })).toEqual([3, 4, 5]);
    expect(await all({ Date: "2026-01-03 2026-01-05" })).toEqual([3, 4, 5]);
    // Flight 10 was on 10 January and 19 February, not between.
    expect(await all({ Date: "2026-02-19+2026-02-19" })).toEqual([10]);
    expect(await all({ Date: "2026-02-12+2026-02-13" })).toEqual([]);
  });

  test("takes custom filters", async () => {
    expect(await custom({ DocumentMajorVersion: { $lte: 3 } })).toEqual([1, 2, 3, 4, 5]);
    expect(await custom({ $or: [{ FlightID: "FL000002" }, { SensorID: "SL000004" }] })).toEqual([
      2, 4,
    ]);
    expect(await custom({ WheelsUp: { $gte: "2026-02-08" }, Aircraft: { $ne: "VH-AAA" } })).toEqual(
      [39],
    );
    expect(await custom({})).toHaveLength(40);
  });

  test.each([
    { Aircraft: "$any x'); DROP TABLE flights; --" },
    { ProjectManager: "' OR '1'='1" },
    { $custom: JSON.stringify({ Aircraft: "x' OR TRUE --" }) },
  ])("takes what looks like SQL as a value: %j", async (query: Record<string, string>) => {
    expect(await all(query)).toEqual([]);
    expect((await list({})).total).toBe(40);
  });

  test("keeps the kinds of every flight in step with its facets", async () => {
    const found = await sql<{ facet: string; kinds: number; facets: number }>`SELECT facet,
      (SELECT count(*) FROM flights WHERE kinds & (1::bigint << bit) <> 0) AS kinds,
      (SELECT count(*) FROM flights WHERE facets && ARRAY[facet]) AS facets FROM facet_bits`.execute(
      database.db,
    );
    expect(found.rows.filter(({ kinds, facets }) => kinds !== facets)).toEqual([]);
    expect(new Set(found.rows.map(({ facet }) => facet))).toEqual(KINDS);
    expect(found.rows.filter(({ kinds }) => kinds > 0).map(({ facet }) => facet)).toEqual(
      expect.arrayContaining(["AircraftType=Rotary", "UploadStatus=READY_FOR_UPLOAD"]),
    );
  });

  test("finds no flight by the status of an upload that the list does not show", async () => {
    await sql`INSERT INTO uploads (id, flight_id, type, sensor_name, status) VALUES
      ('gnss-20', 'FL000020', 'OptechGPS', 'Galaxy - 045', 'UPLOAD_INIT'),
      ('gnss-21', 'FL000021', 'OptechGPS', 'Galaxy - 045', 'UPLOAD_INIT')`.execute(database.db);
    await sql`UPDATE uploads SET status = 'UPLOAD_FAILED' WHERE type = 'OptechGPS'`.execute(
      database.db,
    );
    expect(await all({ UploadStatus: "$any UPLOAD_FAILED" })).toEqual([20, 21]);
    // Once the LiDAR upload has begun, it stands for both.
    await sql`UPDATE uploads SET status = 'DATA_READY'
      WHERE type = 'LiDAR' AND flight_id = 'FL000020'`.execute(database.db);
    expect(await all({ UploadStatus: "$any UPLOAD_FAILED" })).toEqual([21]);
    await sql`UPDATE uploads SET status = 'READY_FOR_UPLOAD'
      WHERE flight_id IN ('FL000020', 'FL000021')`.execute(database.db);
  });

  test("follows an upload's status at once", async () => {
    await sql`UPDATE uploads SET status = 'UPLOADING' WHERE flight_id = 'FL000012'`.execute(
      database.db,
    );
    expect(await all({ UploadStatus: "$any UPLOADING" })).toEqual([12]);
  });
});

describe("one flight", () => {
  test("has its sensors with project and its uploads, and says which are the caller's", async () => {
    const params = { flightId: "FL000001" };
    const { reply } = await ask(endpoints.readFlight, { params });
    expect(reply).toMatchObject({
      AircraftType: "Rotary",
      WheelsUp: "2026-01-01T00:00:00.000Z",
      Sensors: [{ SecondarySensor: "P1 - 118", Project: { ProjectManager: "Vale, Tomas" } }],
      Uploads: [{ Type: "LiDAR", User: "Crew", IsOwn: true, Locations: [] }],
    });
    const other = await ask(endpoints.readFlight, { params, identity: testIdentity("crew2") });
    expect(other.reply.Uploads[0]?.IsOwn).toBe(false);
  });

  test("on hold says so to everybody, and why and since when to those alone who may hold projects", async () => {
    const since = "2026-02-03T04:05:06.000Z";
    await sql`INSERT INTO project_holds (project_id, reason, subject, user_name, since, lifted, lifted_by, lift_reason)
      VALUES ('PRJ00001', 'claim 77/26', 's', 'n', ${since}, NULL, NULL, NULL),
        ('PRJ00001', 'settled since', 's', 'n', ${since}, now(), 'n', 'r'),
        ('PRJ00002', 'of another flight', 's', 'n', ${since}, NULL, NULL, NULL)`.execute(
      database.db,
    );
    expect(await holdsOf("FL000001", "admin")).toEqual([
      { ProjectID: "PRJ00001", Reason: "claim 77/26", Since: since },
    ]);
    for (const role of ["leader", "guest", "resubmit"] as const)
      expect(await holdsOf("FL000001", role)).toEqual([
        { ProjectID: "PRJ00001", Reason: null, Since: null },
      ]);
    expect(await holdsOf("FL000003", "admin")).toBeUndefined();
    await sql`DELETE FROM project_holds`.execute(database.db);
  });

  test("that is unknown is not found", async () => {
    const asked = ask(endpoints.readFlight, { params: { flightId: "FL999999" } });
    await expect(asked).rejects.toMatchObject({ code: "FLIGHT_NOT_FOUND" });
    await expect(asked).rejects.toBeInstanceOf(AppError);
  });
});

describe("the small lists", () => {
  test("come whole or in pages, with the total", async () => {
    const whole = await ask(endpoints.listAircraft, { query: { pageSize: "-1", sort: "Name -1" } });
    expect(whole.reply.map(({ Name }: Catalogue["aircraft"][number]) => Name)).toEqual([
      "VH-B,B",
      "VH-AAA",
    ]);
    const part = await ask(endpoints.listSensorEquipment, { query: { pageSize: "1", page: "2" } });
    expect(part.reply).toEqual([
      { Name: "Galaxy - 045", Type: "LiDAR", LaserSerialNo: "18SEN045", POSSerialNo: "7045" },
    ]);
    expect(part.headers["x-total-count"]).toBe("2");
    expect((await ask(endpoints.listAircraft, { query: { page: "2" } })).reply).toEqual([]);
  });

  test("of distinct values exist for allowed fields only", async () => {
    expect((await unique("projects", "ProjectManager")).reply).toEqual(["Brook", "Vale, Tomas"]);
    expect((await unique("project", "ProjectManager")).reply).toEqual(["Brook", "Vale, Tomas"]);
    expect((await unique("project", "ProcessingTemplate")).reply).toEqual(["RGBN"]);
    for (const kind of ["lidar", "imagery"])
      await sql`INSERT INTO calibrations (id, kind, sensor_name, aircraft, parameters, survey_date,
          is_active) VALUES (${kind}, ${kind}, ${`Sensor of ${kind}`}, 'VH-AAA', '{}', now(), true)`.execute(
        database.db,
      );
    expect((await unique("calibration_parameters", "SensorName")).reply).toEqual([
      "Sensor of lidar",
    ]);
    for (const [collection, field] of [
      ["calibration_parameters", "parameters"],
      ["sessions", "tokens"],
      ["projects", "__proto__"],
      ["constructor", "name"],
    ])
      await expect(unique(collection!, field!)).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });

  test("one's identity is what the server read of the token", async () => {
    expect((await ask(endpoints.readIdentity)).reply).toEqual(testIdentity("crew"));
  });
});
