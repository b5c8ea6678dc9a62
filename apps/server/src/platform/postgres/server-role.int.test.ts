import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyAudit } from "../audit/verify-audit.ts";
import { openDatabase } from "./connection.ts";
import type { Db } from "./schema.ts";
import { admitServer, mayDefine } from "./server-role.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";

let database: TestDatabase;
let server: Db;
const name = `server_${randomBytes(8).toString("hex")}`;

beforeAll(async () => {
  database = await createTestDatabase();
  const password = randomBytes(16).toString("hex");
  // Twice, as each start does.
  await admitServer(database.db, { name, password: "first" });
  await admitServer(database.db, { name, password });
  const url = new URL(database.url);
  url.username = name;
  url.password = password;
  server = openDatabase(url.href);
});
afterAll(async () => {
  await server.destroy();
  await sql`DROP OWNED BY ${sql.id(name)}`.execute(database.db);
  await sql`DROP ROLE ${sql.id(name)}`.execute(database.db);
  await database.drop();
});

const DENIED = { code: "42501" };

test.each([
  "CREATE TABLE planted (id int)",
  "CREATE SCHEMA planted",
  "CREATE FUNCTION planted() RETURNS int LANGUAGE sql AS 'SELECT 1'",
  "CREATE FUNCTION pgboss.planted() RETURNS int LANGUAGE sql AS 'SELECT 1'",
  "ALTER TABLE flights ADD COLUMN planted int",
  "ALTER TABLE uploads DISABLE TRIGGER USER",
  "DROP TABLE flights",
  "TRUNCATE flights",
  "CREATE INDEX ON flights (flight_id)",
  "INSERT INTO kysely_migration VALUES ('9999', '2026-01-01')",
  "DELETE FROM kysely_migration",
  "CREATE ROLE planted",
  "COPY flights TO PROGRAM 'cat'",
  "SET session_replication_role = replica",
])("a server may not: %s", async (statement) => {
  await expect(sql.raw(statement).execute(server)).rejects.toMatchObject(DENIED);
});

test.each([
  "UPDATE audit.events SET name = 'Somebody Else'",
  "DELETE FROM audit.events",
  "DELETE FROM audit.events WHERE at < now() - interval '500 days'",
  "TRUNCATE audit.events",
  "ALTER TABLE audit.events DISABLE TRIGGER ALL",
  "INSERT INTO audit.seals SELECT * FROM audit.seals",
  "UPDATE audit.seals SET salts = ''",
  "DELETE FROM audit.seals",
  "UPDATE audit.removed_seals SET number = 1",
  "DELETE FROM audit.seal_marks",
  "DROP TABLE audit.events",
  "CREATE TABLE audit.planted (id int)",
  "CREATE OR REPLACE FUNCTION audit.refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'",
])("of the audit log a server may not: %s", async (statement) => {
  await expect(sql.raw(statement).execute(server)).rejects.toMatchObject(DENIED);
});

test("a server adds to the audit log, reads it, and removes what is too old by one function", async () => {
  await sql`INSERT INTO audit.events (action, actor, detail)
    VALUES ('session.started', 'nobody', '{}')`.execute(server);
  await sql`SELECT audit.remove_older_than(1)`.execute(server);
  const { rows } = await sql`SELECT action FROM audit.events`.execute(server);
  expect(rows).toHaveLength(1);
});

test("a server has the audit log sealed, verifies it, and has a person removed, by functions alone", async () => {
  await sql`INSERT INTO audit.events (action, actor, subject, name, detail)
    VALUES ('session.started', 'person', 'kim', 'Kim', '{}')`.execute(server);
  await sql`SELECT audit.seal_entries(100)`.execute(server);
  const pseudonym = "removed-person-0123456789abcdef";
  await sql`SELECT audit.remove_person('kim', 'Kim', ${pseudonym})`.execute(server);
  await sql`INSERT INTO audit.events (action, actor, detail)
    VALUES ('person.removed', 'nobody', ${JSON.stringify({ pseudonym })})`.execute(server);
  const faults: unknown[] = [];
  const { seals } = await verifyAudit(server, (fault) => faults.push(fault));
  expect([seals, faults]).toEqual([1, []]);
});

test("a server's role is told from the owner's", async () => {
  expect(await mayDefine(server)).toBe(false);
  expect(await mayDefine(database.db)).toBe(true);
});
