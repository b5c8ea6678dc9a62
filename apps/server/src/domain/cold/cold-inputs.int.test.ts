import { afterAll, beforeAll, expect, test } from "vitest";
import type { ColdState, StoredObject } from "../../platform/object-store/object-store.ts";
import { createTestDatabase, type TestDatabase } from "../../platform/postgres/testing.ts";
import { coldInputs } from "./cold-inputs.ts";

let database: TestDatabase;
const places = Array.from({ length: 20 }, (_, n) => ({
  bucket: "lidar",
  key: `FL000001/${String(n).padStart(2, "0")}`,
}));

beforeAll(async () => {
  database = await createTestDatabase();
  const facts = { size: 1, modified: new Date(), storage_class: "GLACIER", cold: "cold" } as const;
  await database.db
    .insertInto("stored_objects")
    .values(places.map((place) => ({ ...place, ...facts })))
    .execute();
});
afterAll(() => database.drop());

const storeOf = (cold: ColdState | undefined) => {
  const looked: string[] = [];
  const head = async (_: string, key: string): Promise<StoredObject> => {
    looked.push(key);
    const modified = new Date();
    const object = { key, size: 1, modified, version: "", storageClass: "GLACIER", checksums: {} };
    return { ...object, ...(cold && { cold }) };
  };
  return { looked, deps: { db: database.db, store: { head } } };
};

test("inputs that the inventory has as cold are cold where those looked at are", async () => {
  const { looked, deps } = storeOf({ state: "cold" });
  expect(await coldInputs(deps, [...places, { bucket: "lidar", key: "other" }])).toHaveLength(20);
  expect(looked).toHaveLength(16);
});

test("where the store can read them by now, the inventory is behind", async () => {
  const { deps } = storeOf({ state: "restored" });
  expect(await coldInputs(deps, places)).toEqual([]);
});

test("inputs of which the inventory knows nothing cold are not looked at", async () => {
  const { looked, deps } = storeOf({ state: "cold" });
  expect(await coldInputs(deps, [{ bucket: "imagery", key: places[0]!.key }])).toEqual([]);
  expect(looked).toEqual([]);
});
