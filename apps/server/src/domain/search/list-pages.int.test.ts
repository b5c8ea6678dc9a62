import { MOST_COUNTED } from "@swath/contract/filters";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../platform/postgres/testing.ts";
import { findPage } from "./list-pages.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A page of the numbers from 1 to `most`. */
const pageOf = (most: number, offset = 0, limit = 2) => {
  const matches = sql`SELECT n::text FROM generate_series(1, ${most}::int) AS numbers (n)
    ORDER BY numbers.n`;
  return findPage(database.db, { matches, offset, limit });
};

test.each([0, 1, 3, MOST_COUNTED])("%i matches are counted exactly", async (most) => {
  expect((await pageOf(most)).total).toBe(most);
});

test("more than 10,000 matches have the total 10,001", async () => {
  expect((await pageOf(10_001)).total).toBe(10_001);
  expect((await pageOf(10_050, 10_040)).total).toBe(10_001);
});

test("pages follow each other to the last match, beyond the 10,000th too", async () => {
  const [first, second, beyond] = [await pageOf(3), await pageOf(3, 2), await pageOf(3, 4)];
  expect([first.ids, second.ids, beyond.ids]).toEqual([["1", "2"], ["3"], []]);
  expect((await pageOf(10_050, 9_999)).ids).toEqual(["10000", "10001"]);
  expect((await pageOf(10_050, 10_049)).ids).toEqual(["10050"]);
});
