import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../postgres/testing.ts";
import { recordEvent } from "./record-event.ts";

let database: TestDatabase;
const crew = { subject: "crew", name: "Casey Crew" };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const events = () => database.db.selectFrom("audit.events").selectAll().orderBy("id").execute();
const record = (uploadId: string, db = database.db) =>
  recordEvent(db, {
    action: "upload.reset",
    actor: crew,
    flightId: "FL000001",
    uploadId,
    detail: { from: "UPLOAD_STALLED", reason: null },
    from: { address: "192.0.2.7", requestId: "r-1" },
  });

const remove = (uploadId: string) =>
  database.db.deleteFrom("audit.events").where("upload_id", "=", uploadId).execute();

/** Only whoever owns the table can do this. */
async function grow(days: number, uploadId: string): Promise<void> {
  await sql`ALTER TABLE audit.events DISABLE TRIGGER audit_events_keep`.execute(database.db);
  await sql`UPDATE audit.events SET at = at - ${days} * interval '1 day'
    WHERE upload_id = ${uploadId}`.execute(database.db);
  await sql`ALTER TABLE audit.events ENABLE TRIGGER audit_events_keep`.execute(database.db);
}

beforeEach(async () => {
  await sql`ALTER TABLE audit.events DISABLE TRIGGER USER`.execute(database.db);
  await sql`DELETE FROM audit.events`.execute(database.db);
  await sql`ALTER TABLE audit.events ENABLE TRIGGER USER`.execute(database.db);
});

test("an event tells who did what to which upload, when, from where", async () => {
  await record("u1");
  await recordEvent(database.db, {
    action: "session.ended",
    actor: "nobody",
    detail: { by: "person" },
  });
  const [first, second] = await events();
  expect(first).toMatchObject({
    action: "upload.reset",
    actor: "person",
    ...crew,
    flight_id: "FL000001",
    upload_id: "u1",
    detail: { from: "UPLOAD_STALLED", reason: null },
    address: "192.0.2.7",
    request_id: "r-1",
  });
  expect(first?.at).toBeInstanceOf(Date);
  expect(second).toMatchObject({ actor: "nobody", subject: null, address: null });
});

test("an event is kept exactly when its change is", async () => {
  const undone = database.db.transaction().execute(async (trx) => {
    await record("undone", trx);
    throw new Error("the change failed");
  });
  await expect(undone).rejects.toThrow("the change failed");
  expect(await events()).toEqual([]);
});

test("the database itself refuses to change, remove or empty what was recorded", async () => {
  await record("u1");
  const { db } = database;
  const denied = { code: "42501", message: "the audit log is append-only" };
  const change = db.updateTable("audit.events").set({ name: "Somebody Else" });
  await expect(change.execute()).rejects.toMatchObject(denied);
  await expect(db.deleteFrom("audit.events").execute()).rejects.toMatchObject(denied);
  await expect(sql`TRUNCATE audit.events`.execute(db)).rejects.toMatchObject(denied);
  expect(await events()).toHaveLength(1);
});

test("nobody dates an event back", async () => {
  const row = { action: "session.started", actor: "nobody", detail: "{}" } as const;
  await database.db
    .insertInto("audit.events")
    .values({ ...row, at: new Date("2001-01-01") })
    .execute();
  const years = sql<boolean>`at > now() - interval '1 minute'`.as("recent");
  const { recent } = await database.db
    .selectFrom("audit.events")
    .select(years)
    .executeTakeFirstOrThrow();
  expect(recent).toBe(true);
});

test("what is older than 400 days may be removed, and nothing younger along with it", async () => {
  await record("young");
  await record("old");
  await grow(399, "young");
  await grow(401, "old");
  await expect(remove("young")).rejects.toMatchObject({ code: "42501" });
  await remove("old");
  expect((await events()).map((row) => row.upload_id)).toEqual(["young"]);
});
