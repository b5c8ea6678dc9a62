import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../postgres/testing.ts";
import { recordsIn } from "./records.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("what a caller sent of text that the database does not keep is left out of a record", async () => {
  const records = recordsIn(database.db)("Interaction");
  await records.upsert("one", { params: { state: "a\0b", nonce: "\ud800", scope: "openid" } }, 60);
  const kept = await records.find("one");
  expect(kept?.["params"]).toEqual({ state: "ab", nonce: "\ufffd", scope: "openid" });
});

test("there is no record of a name that the database does not keep", async () => {
  expect(await recordsIn(database.db)("Session").find("a\0")).toBeUndefined();
  expect(await recordsIn(database.db)("Session").findByUid("\ud800")).toBeUndefined();
});
