import { stateTable } from "@swath/contract/state-table";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { statusWriter } from "./status-writer.ts";

type Status = "NOT_COMMENCED" | "QUEUED" | "RUNNING" | "COMPLETED";
type Event = "submit" | "start" | "end";

interface Run {
  readonly id: string;
  readonly status: Status;
  readonly updated: Date;
  readonly ended: Date | null;
}

/** A second kind of record, with a table of states and a history of its own. */
const write = statusWriter<Run, Status, Event, "person" | "server", { by: string }>({
  table: "runs",
  states: stateTable<Status, Event, "person" | "server">([
    { from: "NOT_COMMENCED", event: "submit", to: "QUEUED", actor: "person" },
    { from: "QUEUED", event: "start", to: "RUNNING", actor: "server" },
    { from: "RUNNING", event: "end", to: "COMPLETED", actor: "server" },
  ]),
  columns: (to) => ({ ended: to === "COMPLETED" ? sql<Date>`now()` : null }),
  record: async (trx, changes) => {
    for (const { row, to, facts } of changes)
      await sql`INSERT INTO run_history VALUES (${row.id}, ${row.status}, ${to}, ${facts.by})`.execute(
        trx,
      );
  },
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`CREATE TABLE runs (id text PRIMARY KEY, status text NOT NULL,
    updated timestamptz NOT NULL DEFAULT now(), ended timestamptz)`.execute(database.db);
  await sql`CREATE TABLE run_history (id text, before text, after text CHECK (after <> 'RUNNING'),
    by text)`.execute(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await sql`TRUNCATE runs, run_history`.execute(database.db);
});

async function seed(status: Status): Promise<Run> {
  const { rows } = await sql<Run>`INSERT INTO runs (id, status) VALUES ('r', ${status})
    RETURNING *`.execute(database.db);
  return rows[0]!;
}
const move = async (run: Run, cause: Parameters<typeof write>[2]) => {
  const changes = [{ row: run, facts: { by: "crew" } }];
  const [result] = await database.db.transaction().execute((trx) => write(trx, changes, cause));
  return result!;
};
const runs = async () => (await sql<Run>`SELECT * FROM runs`.execute(database.db)).rows;
const history = async () =>
  (
    await sql<{ before: string; after: string; by: string }>`
    SELECT before, after, by FROM run_history`.execute(database.db)
  ).rows;

test("domain/W1 an event leads where the table says, and sets what follows from the status", async () => {
  const moved = await move(await seed("RUNNING"), { event: "end" });
  expect(moved).toMatchObject({ ok: true, row: { status: "COMPLETED", ended: expect.any(Date) } });
  expect(await history()).toEqual([{ before: "RUNNING", after: "COMPLETED", by: "crew" }]);
});

test("domain/W1 a status is entered by those whom the table allows it", async () => {
  const run = await seed("NOT_COMMENCED");
  const to = { to: "QUEUED" } as const;
  expect(await move(run, { ...to, actors: new Set(["server"] as const) })).toEqual({
    ok: false,
    reason: "refused",
  });
  expect(await move(run, { event: "end" })).toEqual({ ok: false, reason: "refused" });
  expect(await history()).toEqual([]);
  expect(await move(run, { ...to, actors: new Set(["person"] as const) })).toMatchObject({
    ok: true,
  });
});

test("domain/W2 of two who read the same record, one moves it", async () => {
  const run = await seed("NOT_COMMENCED");
  const both = await Promise.all([move(run, { event: "submit" }), move(run, { event: "submit" })]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, reason: "changed" });
  expect(await history()).toHaveLength(1);
});

test("domain/W2 a record that came back to its status meanwhile was changed all the same", async () => {
  const run = await seed("NOT_COMMENCED");
  await sql`UPDATE runs SET updated = updated + interval '1 second'`.execute(database.db);
  expect(await move(run, { event: "submit" })).toEqual({ ok: false, reason: "changed" });
});

test("domain/W3 where the entry cannot be written the status stays", async () => {
  await expect(move(await seed("QUEUED"), { event: "start" })).rejects.toThrow("check constraint");
  expect(await runs()).toMatchObject([{ status: "QUEUED" }]);
});
