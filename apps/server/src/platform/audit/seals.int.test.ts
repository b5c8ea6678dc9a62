import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../postgres/testing.ts";
import { recordEvent, sweepAudit } from "./record-event.ts";
import { auditHead, sealAudit } from "./seal-audit.ts";
import { type AuditFault, verifyAudit } from "./verify-audit.ts";

let database: TestDatabase;
const crew = { subject: "crew", name: "Casey Crew" };
const leader = { subject: "leader", name: "Lee Leader" };

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const record = (uploadId: string, db = database.db, actor = crew) =>
  recordEvent(db, {
    action: "upload.verificationOrdered",
    actor,
    flightId: "FL000001",
    uploadId,
    detail: { owner: actor === crew ? "Lee Leader" : null },
    from: { address: "192.0.2.7", requestId: "r-1" },
  });

async function faults(head?: Awaited<ReturnType<typeof auditHead>>): Promise<AuditFault[]> {
  const found: AuditFault[] = [];
  const verified = await verifyAudit(database.db, (fault) => found.push(fault), head);
  expect(verified.faults).toBe(found.length);
  return found;
}

/** Six entries, two in a seal. */
async function sealed(): Promise<void> {
  for (const name of ["a", "b", "c", "d", "e", "f"]) await record(name);
  for (let turn = 0; turn < 3; turn++) await sql`SELECT audit.seal_entries(2)`.execute(database.db);
}

/** As the owner, who may switch the guards off. */
async function tamper(statement: string): Promise<void> {
  const { db } = database;
  for (const table of ["events", "seals"])
    await sql.raw(`ALTER TABLE audit.${table} DISABLE TRIGGER USER`).execute(db);
  await sql.raw(statement).execute(db);
  for (const table of ["events", "seals"])
    await sql.raw(`ALTER TABLE audit.${table} ENABLE TRIGGER USER`).execute(db);
}

test("a log that nobody touched holds from its first entry to its last", async () => {
  await sealed();
  await record("late");
  const verified = await verifyAudit(database.db, () => undefined);
  expect(verified).toMatchObject({
    seals: 3,
    entries: 6,
    faults: 0,
    from: { id: 1 },
    to: { id: 6 },
    unsealed: { entries: 1 },
  });
  expect(verified.head).toEqual(await auditHead(database.db));
});

test.each([
  ["UPDATE audit.events SET action = 'upload.reset' WHERE id = 3", [{ id: 3, fault: "changed" }]],
  ["UPDATE audit.events SET at = at - interval '1 ms' WHERE id = 3", [{ id: 3, fault: "changed" }]],
  ["UPDATE audit.events SET flight_id = NULL WHERE id = 3", [{ id: 3, fault: "changed" }]],
  [
    "UPDATE audit.events SET detail = detail || '{\"x\":1}' WHERE id = 3",
    [{ id: 3, fault: "changed" }],
  ],
  ["UPDATE audit.events SET name = 'Somebody' WHERE id = 3", [{ id: 3, fault: "renamed" }]],
  ["UPDATE audit.events SET address = NULL WHERE id = 3", [{ id: 3, fault: "renamed" }]],
  [
    'UPDATE audit.events SET detail = \'{"owner":"Somebody"}\' WHERE id = 3',
    [{ id: 3, fault: "renamed" }],
  ],
  ["DELETE FROM audit.events WHERE id = 4", [{ id: 4, fault: "removed" }]],
  [
    "UPDATE audit.seals SET salts = overlay(salts PLACING decode(repeat('00', 16), 'hex') FROM 1) WHERE number = 2",
    [{ id: 3, fault: "renamed" }],
  ],
  [
    "UPDATE audit.seals SET ids = '{3,5}' WHERE number = 2",
    [
      { seal: 2, fault: "changed" },
      { id: 4, fault: "inserted" },
      { id: 5, fault: "removed" },
    ],
  ],
  ["DELETE FROM audit.seals WHERE number = 2", [{ seal: 2, fault: "missing" }]],
  [
    "UPDATE audit.seals SET previous = decode(repeat('ab', 32), 'hex') WHERE number = 3",
    [
      { seal: 3, fault: "changed" },
      { seal: 3, fault: "not following" },
    ],
  ],
] as const)("of the owner is found: %s", async (statement, expected) => {
  await sealed();
  await tamper(statement);
  expect(await faults()).toEqual(expect.arrayContaining([...expected]));
});

test("an entry between two that are sealed is found", async () => {
  await record("a");
  await sql`SELECT nextval('audit.audit_events_id_seq')`.execute(database.db);
  await record("c");
  await sealAudit(database.db);
  await tamper(`INSERT INTO audit.events (id, action, actor, detail) OVERRIDING SYSTEM VALUE
    VALUES (2, 'session.started', 'nobody', '{}')`);
  expect(await faults()).toEqual([{ id: 2, fault: "inserted" }]);
});

test("a chain that was made anew is another than the head that was kept", async () => {
  await sealed();
  const head = await auditHead(database.db);
  expect(await faults(head)).toEqual([]);
  await tamper("UPDATE audit.events SET name = 'Somebody' WHERE id = 3; DELETE FROM audit.seals");
  await sealAudit(database.db, 2);
  expect(await faults()).toEqual([]);
  expect(await faults(head)).toEqual([{ seal: 3, fault: "other than the head" }]);
  await tamper("DELETE FROM audit.seals WHERE number = 3");
  expect(await faults(head)).toEqual([{ seal: 3, fault: "missing" }]);
});

test("an entry that is committed late is sealed too, and holds nobody up", async () => {
  const { db } = database;
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = db.transaction().execute(async (trx) => {
    await record("slow", trx);
    begun.resolve();
    await ended.promise;
  });
  await begun.promise;
  await record("quick");
  expect([await sealAudit(db), await sealAudit(db)]).toEqual([0, 0]);
  ended.resolve();
  await slow;
  await record("later");
  expect(await sealAudit(db)).toBe(3);
  expect(await faults()).toEqual([]);
});

test("under transactions that never pause together, entries are sealed all the same", async () => {
  const { db } = database;
  const open = (name: string) => {
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const done = db.transaction().execute(async (trx) => {
      await record(name, trx);
      begun.resolve();
      await ended.promise;
    });
    return { begun: begun.promise, end: () => (ended.resolve(), done) };
  };
  const first = open("first");
  await first.begun;
  expect(await sealAudit(db)).toBe(0);
  const second = open("second");
  await second.begun;
  await first.end();
  expect(await sealAudit(db)).toBe(1);
  await second.end();
  expect(await sealAudit(db)).toBe(1);
  expect(await faults()).toEqual([]);
});

test("retention takes whole seals, and the chain holds from the oldest that is kept", async () => {
  await sealed();
  // As if made then: the first seal wholly, the second by half.
  await tamper(`DELETE FROM audit.seals;
    UPDATE audit.events SET at = at - interval '500 days' WHERE id <= 3`);
  await sealAudit(database.db, 2);
  await sweepAudit(database.db, 400);
  expect(await faults()).toEqual([]);
  const verified = await verifyAudit(database.db, () => undefined);
  expect(verified).toMatchObject({ seals: 2, from: { id: 3 }, to: { id: 6 } });
  await record("g");
  await sealAudit(database.db);
  expect(await faults()).toEqual([]);
  await tamper(`INSERT INTO audit.events (id, action, actor, detail) OVERRIDING SYSTEM VALUE
    VALUES (1, 'session.started', 'nobody', '{}')`);
  expect(await faults()).toEqual([{ id: 1, fault: "inserted" }]);
});

const PSEUDONYM = "removed-person-0123456789abcdef";
const remove = () =>
  sql`SELECT audit.remove_person('leader', 'Lee Leader', ${PSEUDONYM})`.execute(database.db);

test("a person is removed from the log, sealed or not, and the chain still holds", async () => {
  const { db } = database;
  await sealed();
  await record("g", db, leader);
  await sealAudit(db);
  await record("h", db, leader);
  await remove();
  const detail = { pseudonym: PSEUDONYM, entries: 8, reason: "on request" };
  await recordEvent(db, { action: "person.removed", actor: crew, detail });
  expect(await faults()).toEqual([]);
  await sealAudit(db);
  expect(await faults()).toEqual([]);
  const { rows } = await sql<{ text: string }>`
    SELECT string_agg(events::text, '') AS text FROM audit.events`.execute(db);
  expect(rows[0]?.text).not.toMatch(/Lee|leader/);
  expect(rows[0]?.text).toContain("Casey Crew");
});

test("nobody takes a name away under the cover of a removal that was not recorded", async () => {
  await sealed();
  await remove();
  expect(await faults()).toHaveLength(6);
});

test("the function that removes a person changes nothing else, and no statement does as it", async () => {
  const { db } = database;
  await sealed();
  const wrong = sql`SELECT audit.remove_person('leader', 'x', 'Casey Crew')`.execute(db);
  await expect(wrong).rejects.toMatchObject({ code: "23514" });
  const asIt = (statement: string) =>
    db.transaction().execute(async (trx) => {
      await sql`SELECT set_config('swath.removes_person', 'on', true)`.execute(trx);
      await sql.raw(statement).execute(trx);
    });
  await expect(asIt("UPDATE audit.events SET action = 'upload.reset'")).rejects.toMatchObject({
    code: "42501",
  });
  await expect(asIt("UPDATE audit.seals SET digests = salts")).rejects.toMatchObject({
    code: "42501",
  });
  const seals = sql`DELETE FROM audit.seals`.execute(db);
  await expect(seals).rejects.toMatchObject({ code: "42501" });
});
