import { UPLOAD_STATUSES } from "@swath/contract/uploads";
import { DISPATCH_METHODS, FLIGHT_TYPES, SENSOR_TYPES } from "@swath/contract/flights";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import type { Db, Trx } from "../platform/postgres/schema.ts";
import { readFacetBits } from "./filters/facet-bits.ts";
import { compactCounts } from "./flights.workers.ts";
import { catalogues, seedFleet, seedFlights, STATUSES } from "./testing/random-flights.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await seedFleet(database.db);
});
afterAll(() => database.drop());

const idOf = (n: number): string => `FL${String(n).padStart(6, "0")}`;

const flights = fc
  .array(catalogues, { minLength: 3, maxLength: 6 })
  .map((all) => all.flat().map((flight, n) => Object.assign(flight, { id: idOf(n) })));
beforeEach(() => seedFlights(database.db, fc.sample(flights, { numRuns: 1, seed: 7 })[0]!));

/** Where the counts differ from the flights, in one snapshot. */
async function differences(db: Db | Trx): Promise<unknown[]> {
  const { rows } = await sql`
    (SELECT kinds::text AS of, sum(n) AS counted FROM (
        SELECT kinds, n FROM flight_kind_counts UNION ALL SELECT kinds, n FROM flight_kind_changes
        UNION ALL SELECT kinds, -1 FROM flights) AS each
      GROUP BY kinds HAVING sum(n) <> 0)
    UNION ALL
    (SELECT day || ' ' || next_day, sum(n) FROM (
        SELECT day, next_day, n FROM flight_day_counts
        UNION ALL SELECT day, next_day, n FROM flight_day_changes
        UNION ALL SELECT day, next_day, -1 FROM flights CROSS JOIN LATERAL survey_days(dates)) AS each
      GROUP BY day, next_day HAVING sum(n) <> 0)`.execute(db);
  return rows;
}

/** What the tables of changes hold. */
async function changes(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT (SELECT count(*) FROM flight_kind_changes)
    + (SELECT count(*) FROM flight_day_changes) AS n`.execute(db);
  return rows[0]!.n;
}

test("counts follow flights that are added, moved to other days and removed, before and after they are compacted", async () => {
  const { db } = database;
  expect(await changes(db)).toBeGreaterThan(0);
  expect(await differences(db)).toEqual([]);
  await compactCounts(db);
  expect([await changes(db), await differences(db)]).toEqual([0, []]);
  await sql`UPDATE flights SET dates = ARRAY['2026-03-03T22:00Z', '2026-03-03Z']::timestamptz[]
    WHERE flight_id < 'FL000004'`.execute(db);
  await sql`DELETE FROM flights WHERE flight_id = 'FL000005'`.execute(db);
  expect(await changes(db)).toBeGreaterThan(0);
  expect(await differences(db)).toEqual([]);
  await compactCounts(db);
  expect([await changes(db), await differences(db)]).toEqual([0, []]);
});

test("counts stay exact at every moment while statuses change, a catalogue is written and counts are compacted", async () => {
  const { db } = database;
  const ids = (await db.selectFrom("uploads").select("id").execute()).map(({ id }) => id);
  const moveStatuses = async (worker: number): Promise<void> => {
    for (let turn = 0; turn < 60; turn += 1) {
      const id = ids[(worker * 17 + turn * 5) % ids.length];
      const status = STATUSES[(worker + turn) % STATUSES.length];
      await db
        .transaction()
        .execute(async (trx) => {
          await sql`UPDATE uploads SET status = ${status} WHERE id = ${id}`.execute(trx);
          if (turn % 7 === 0) throw new Error("rolled back");
        })
        .catch((error: unknown) => expect(String(error)).toContain("rolled back"));
    }
  };
  const writeCatalogue = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1)
      await db.transaction().execute(async (trx) => {
        await sql`UPDATE flights SET dates = dates || '2026-05-01Z'::timestamptz,
          aircraft = 'VH-BBB' WHERE flight_id > ${idOf(turn)}`.execute(trx);
        await sql`SELECT refresh_flight_facets(array_agg(flight_id)) FROM flights`.execute(trx);
      });
  };
  const compact = async (): Promise<void> => {
    for (let turn = 0; turn < 40; turn += 1) await compactCounts(db);
  };
  const compare = async (): Promise<void> => {
    for (let turn = 0; turn < 40; turn += 1) expect(await differences(db)).toEqual([]);
  };
  await Promise.all(
    [1, 2, 3].map(moveStatuses).concat(writeCatalogue(), compact(), compact(), compare()),
  );
  expect(await differences(db)).toEqual([]);
  await compactCounts(db);
  expect([await changes(db), await differences(db)]).toEqual([0, []]);
});

test("counts that are rebuilt are the same, and none are left of a table that was emptied", async () => {
  const { db } = database;
  await sql`SELECT rebuild_flight_counts()`.execute(db);
  expect([await changes(db), await differences(db)]).toEqual([0, []]);
  await sql`TRUNCATE flights CASCADE`.execute(db);
  expect(await differences(db)).toEqual([]);
});

test("what a sensor log is ordered by follows its flight and its project", async () => {
  const { db } = database;
  await sql`UPDATE flights SET latest_date = '2026-09-09Z' WHERE flight_id < 'FL000009'`.execute(
    db,
  );
  await sql`UPDATE projects SET manager = 'Linden' WHERE project_id = 'PRJ00002'`.execute(db);
  const { rows } = await sql<{ logs: number; others: number }>`SELECT count(*) AS logs,
      count(*) FILTER (WHERE s.latest_date <> f.latest_date
        OR s.project_manager IS DISTINCT FROM p.manager
        OR s.main_sensor IS DISTINCT FROM coalesce(s.sensor, s.secondary_sensor)) AS others
    FROM flight_sensors s JOIN flights f USING (flight_id) LEFT JOIN projects p USING (project_id)`.execute(
    db,
  );
  expect(rows[0]!.logs).toBeGreaterThan(9);
  expect(rows[0]!.others).toBe(0);
  await sql`UPDATE projects SET manager = 'Brook' WHERE project_id = 'PRJ00002'`.execute(db);
});

test("every value of a field of few values has its bit", async () => {
  const bits = await readFacetBits(database.db);
  const wanted = {
    AircraftType: ["FixedWing", "Rotary"],
    SensorType: SENSOR_TYPES,
    FlightType: FLIGHT_TYPES,
    DataDispatchMethodLiDAR: DISPATCH_METHODS,
    DataDispatchMethodImagery: DISPATCH_METHODS,
    UploadStatus: UPLOAD_STATUSES,
  };
  const facets = Object.entries(wanted).flatMap(([field, values]) =>
    values.map((value) => `${field}=${value}`),
  );
  expect(facets.filter((facet) => !bits.has(facet))).toEqual([]);
});
