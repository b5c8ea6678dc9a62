import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../clock/clock.ts";
import { openDatabase } from "../postgres/connection.ts";
import type { Db } from "../postgres/schema.ts";
import { createTestDatabase, type TestDatabase } from "../postgres/testing.ts";
import { createSealer } from "./secrets.ts";
import { createSessionStore, type SessionStore } from "./session-store.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function pool() {
  const db = openDatabase(database.url, { connections: 1 });
  onTestFinished(() => db.destroy());
  return db;
}

const visit = { address: "127.0.0.1", requestId: "1", device: "Firefox" };

function storeOf(db: Db, renewals: Db) {
  return createSessionStore({
    db,
    renewals,
    sealer: createSealer(["a key of this test"], "tokens"),
    clock: systemClock,
    longestMs: 86_400_000,
  });
}

function signIn(sessions: SessionStore, access: string): Promise<string> {
  const now = Date.now();
  return sessions.create(
    {
      person: { subject: "crew", name: "Casey Crew" },
      tokens: { access, given: now, expires: now },
      authenticated: undefined,
      replaces: undefined,
    },
    visit,
  );
}

test("the moment of a person's first sign-in is kept, whatever sign-in follows", async () => {
  const [db, renewals] = [pool(), pool()];
  const sessions = storeOf(db, renewals);
  await signIn(sessions, "first");
  const read = () => db.selectFrom("first_sign_ins").selectAll().execute();
  const first = await read();
  expect(first).toMatchObject([{ subject: "crew" }]);
  await signIn(sessions, "second");
  expect(await read()).toEqual(first);
});

test("a provider that does not answer a renewal holds up no query of anybody else", async () => {
  const [db, renewals] = [pool(), pool()];
  const sessions = storeOf(db, renewals);
  const secret = await signIn(sessions, "access");
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<undefined>();
  const renewed = sessions.change(secret, visit, () => {
    asked.resolve();
    return answer.promise;
  });
  await asked.promise;
  const { rows } = await sql`SELECT 1 AS one`.execute(db).finally(() => answer.resolve(undefined));
  expect(rows).toEqual([{ one: 1 }]);
  expect(await renewed).toMatchObject({ access: "access" });
});
