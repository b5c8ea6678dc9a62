import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../postgres/testing.ts";
import { createDenyList, endAllSessions } from "./end-sessions.ts";

test("after a restore nobody is signed in, no token of before is good, and the provider knows nobody", async () => {
  const { db, drop } = await createTestDatabase();
  onTestFinished(drop);
  const expires = new Date("2999-01-01");
  const tokens = Buffer.from("sealed");
  const person = { subject: "crew", name: "Casey Crew", device: "", address: "" };
  const created = new Date("2026-11-30");
  await db
    .insertInto("sessions")
    .values({
      id: "one",
      ...person,
      created,
      expires,
      last_used: created,
      authenticated: null,
      tokens,
    })
    .execute();
  await db
    .insertInto("session_tokens")
    .values({ digest: "of a token", session: "one", expires })
    .execute();
  await db
    .insertInto("provider_records")
    .values({ model: "Session", id: "one", payload: "{}", expires })
    .execute();
  expect(await db.transaction().execute((trx) => endAllSessions(trx))).toBe(1);
  expect(await db.selectFrom("sessions").select("id").execute()).toEqual([]);
  expect(await db.selectFrom("provider_records").select("id").execute()).toEqual([]);
  expect(await createDenyList(db, () => undefined).has("of a token")).toBe(true);
});
