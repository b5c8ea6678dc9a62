import { sql } from "kysely";
import { endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordServe } from "../platform/http/testing/recorded-serve.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { serveFlights } from "./flights.routes.ts";

const FLIGHT = "FL000001";
const [FRESH, READY, OTHER] = ["a", "b", "c"].map((digit) => digit.repeat(24));
const AT = "2026-03-14T05:00:00.000Z";

const { serve, ask } = recordServe();
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing')`.execute(db);
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    SELECT id, '{}', '-infinity', 'empty', 'VH-AAA', 'UTC', 4.2, '{}'
    FROM unnest(ARRAY[${FLIGHT}, 'FL000002']) AS id`.execute(db);
  await sql`INSERT INTO uploads (id, flight_id, type, sensor_name, status, subject, user_name, reason,
      ready_at, ready_by)
    VALUES (${FRESH}, ${FLIGHT}, 'OptechGPS', 'Galaxy - 045', 'READY_FOR_UPLOAD', NULL, NULL, NULL,
        NULL, NULL),
      (${READY}, ${FLIGHT}, 'LiDAR', 'Galaxy - 045', 'UPLOAD_FAILED', 'crew', 'Crew', 'a is gone',
        ${AT}, 'Casey'),
      (${OTHER}, 'FL000002', 'LiDAR', 'Galaxy - 045', 'DATA_READY', 'crew', 'Crew', NULL, ${AT},
        'Casey')`.execute(db);
  await sql`INSERT INTO upload_plans (upload_id, is_update, base_folder, digest, total_bytes,
      total_files, landing)
    VALUES (${READY}, true, 'FL000001_045', 'x', 5000000000, 12, '')`.execute(db);
  serveFlights(serve, {
    db,
    oldBuckets: { lidar: "old-lidar", imagery: "old-imagery" },
    version: () => undefined,
  });
});
afterAll(() => database.drop());

const progress = async (flightId = FLIGHT) =>
  (await ask(endpoints.readFlightProgress, { params: { flightId } })).reply.toSorted((a, b) =>
    a.uploadId < b.uploadId ? -1 : 1,
  );

const recordReceipt = (uploadId: string | undefined, name: string) =>
  sql`INSERT INTO audit.events (action, actor, subject, name, flight_id, upload_id, detail)
    VALUES ('upload.receiptMade', 'person', 'crew', ${name}, ${FLIGHT}, ${uploadId}, '{}')`.execute(
    database.db,
  );

test("an upload that nobody has begun holds nothing; a failed update what it held, and why it failed", async () => {
  expect(await progress()).toEqual([
    { uploadId: FRESH, sent: null, reason: null, ready: null, receipt: null },
    {
      uploadId: READY,
      sent: { folder: "FL000001_045", files: 12, bytes: 5_000_000_000, isUpdate: true },
      reason: "a is gone",
      ready: { at: AT, user: "Casey" },
      receipt: null,
    },
  ]);
});

test("the last receipt is told, and none that is older than the data", async () => {
  await recordReceipt(READY, "First");
  await recordReceipt(READY, "Last");
  await recordReceipt(FRESH, "Nobody");
  const [fresh, ready] = await progress();
  expect(fresh?.receipt).toBeNull();
  expect(ready?.receipt?.user).toBe("Last");
  await sql`UPDATE uploads SET ready_at = now() + interval '1 hour' WHERE id = ${READY}`.execute(
    database.db,
  );
  expect((await progress())[1]?.receipt).toBeNull();
});

test("a flight without uploads, or that there is not, has none", async () => {
  expect(await progress("FL999999")).toEqual([]);
});
