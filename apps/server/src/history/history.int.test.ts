import { sql } from "kysely";
import { endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordEvent, type AuditEvent } from "../platform/audit/record-event.ts";
import { recordServe, testIdentity } from "../platform/http/testing/recorded-serve.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { serveHistory } from "./history.routes.ts";

const FLIGHT = "FL000001";
const UPLOAD = "0".repeat(24);
const { serve, ask } = recordServe();
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing')`.execute(db);
  for (const id of [FLIGHT, "FL000002"])
    await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
        departure_timezone, document_major_version, types)
      VALUES (${id}, '{}', '-infinity', 'empty', 'VH-AAA', 'UTC', 4.2, '{}')`.execute(db);
  await db
    .insertInto("uploads")
    .values({
      id: UPLOAD,
      flight_id: FLIGHT,
      type: "LiDAR",
      sensor_name: "Optech Galaxy Prime - 045",
      status: "UPLOADING",
    })
    .execute();
  serveHistory(serve, { db });
  const crew = { actor: { subject: "crew", name: "Casey Crew" }, flightId: FLIGHT } as const;
  const events: AuditEvent[] = [
    {
      ...crew,
      action: "upload.moved",
      uploadId: UPLOAD,
      detail: { from: "UPLOAD_QUEUED", to: "UPLOADING", isUpdate: false, reason: null },
      from: { address: "192.0.2.7", requestId: "r-1" },
    },
    {
      ...crew,
      action: "call.refused",
      uploadId: "f".repeat(24),
      detail: { method: "GET", route: "/x", code: "UPLOAD_NOT_ACTIVE", count: 3 },
    },
    {
      action: "upload.stalled",
      actor: "swath",
      flightId: FLIGHT,
      uploadId: UPLOAD,
      detail: { from: "UPLOADING", to: "UPLOAD_STALLED" },
    },
    { ...crew, flightId: "FL000002", action: "issue.filed", detail: { key: "SUP-1" } },
  ];
  for (const event of events) await recordEvent(db, event);
});
afterAll(() => database.drop());

const history = async (query: Record<string, string> = {}, flightId = FLIGHT) => {
  const identity = testIdentity("leader", "leader");
  const asked = { params: { flightId }, query, identity };
  const { reply, headers } = await ask(endpoints.readHistory, asked);
  return { reply, total: headers["x-total-count"] };
};

test("a flight's history tells the latest first: who, what, of which upload, from where", async () => {
  const { reply, total } = await history();
  expect(total).toBe("3");
  expect(reply.map(({ action }) => action)).toEqual([
    "upload.stalled",
    "call.refused",
    "upload.moved",
  ]);
  expect(reply[2]).toMatchObject({
    actor: "person",
    name: "Casey Crew",
    upload: { _id: UPLOAD, Type: "LiDAR", SensorName: "Optech Galaxy Prime - 045" },
    detail: { from: "UPLOAD_QUEUED", to: "UPLOADING" },
    address: "192.0.2.7",
    requestId: "r-1",
  });
});

test("what an upload that is no more did stays, without the upload", async () => {
  const { reply } = await history({ kind: "refusal" });
  expect(reply).toMatchObject([{ action: "call.refused", upload: null }]);
});

test("pages follow one another and kinds are counted by themselves", async () => {
  const first = await history({ page: "1", pageSize: "2" });
  const second = await history({ page: "2", pageSize: "2" });
  expect([...first.reply, ...second.reply].map(({ action }) => action)).toEqual([
    "upload.stalled",
    "call.refused",
    "upload.moved",
  ]);
  expect((await history({ kind: "upload", pageSize: "1" })).total).toBe("2");
  expect((await history({ kind: "download" })).reply).toEqual([]);
});

test("other flights' events are not told, and an unknown flight is not found", async () => {
  expect((await history({}, "FL000002")).reply.map(({ action }) => action)).toEqual([
    "issue.filed",
  ]);
  await expect(history({}, "FL999999")).rejects.toMatchObject({ code: "FLIGHT_NOT_FOUND" });
});
