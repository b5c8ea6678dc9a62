import { DISPATCH_METHODS, FLIGHT_TYPES, SENSOR_TYPES } from "@swath/contract/flights";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../platform/postgres/testing.ts";
import type { Condition, FacetBits } from "../filters/flight-condition.ts";
import { readFacetBits } from "../filters/facet-bits.ts";
import { fulfils } from "../testing/fulfils.ts";
import {
  AIRCRAFT,
  catalogues,
  MANAGERS,
  moments,
  seedFleet,
  seedFlights,
  type RandomFlight,
  SENSORS,
  STATUSES,
} from "../testing/random-flights.ts";
import { countFlights } from "./count-flights.ts";
import type { FlightSearch } from "./flight-search.ts";
import { PAGE_BOUNDS, type PageBounds, pageOfFlights } from "./page-of-flights.ts";

const SEARCHES = 12;
const CATALOGUES = 40;
/** Each way of finding a page is taken by one of these. */
const BOUNDS: readonly PageBounds[] = [
  PAGE_BOUNDS,
  { fewOfKinds: 0, merged: 0, gathered: 0 },
  { fewOfKinds: 5, merged: 20, gathered: 5 },
];

let database: TestDatabase;
let bits: FacetBits;
beforeAll(async () => {
  database = await createTestDatabase();
  await seedFleet(database.db);
  bits = await readFacetBits(database.db);
});
afterAll(() => database.drop());

const VALUES: Readonly<Record<string, readonly string[]>> = {
  Aircraft: [...Object.keys(AIRCRAFT), "unknown"],
  AircraftType: ["FixedWing", "Rotary"],
  FlightType: FLIGHT_TYPES,
  Sensor: SENSORS,
  SecondarySensor: SENSORS,
  SensorType: SENSOR_TYPES,
  ProjectID: Object.keys(MANAGERS),
  ProjectManager: Object.values(MANAGERS),
  DataDispatchMethodLiDAR: DISPATCH_METHODS,
  DataDispatchMethodImagery: DISPATCH_METHODS,
  UploadStatus: STATUSES,
};
const anyOf = (field: string) =>
  fc
    .array(fc.constantFrom(...VALUES[field]!), { minLength: 1, maxLength: 3 })
    .map((values) => values.map((value) => `${field}=${value}`));

const facets = fc
  .oneof(
    ...Object.keys(VALUES).map(anyOf),
    fc.tuple(anyOf("Sensor"), anyOf("SecondarySensor")).map((pair) => pair.flat()),
    fc.constantFrom(...Object.keys(VALUES)).map((field) => [`has=${field}`]),
  )
  .map((of): Condition => ({ kind: "facet", anyOf: of }));
const ranges = fc
  .tuple(moments, moments)
  .filter(([start, end]) => start < end)
  .map(([start, end]): Condition => ({ kind: "surveyed", start, end }));
const identifiers = fc.array(fc.nat(35), { maxLength: 4 }).map((of): Condition => ({
  kind: "flight",
  anyOf: of.map((n) => `FL${String(n).padStart(6, "0")}`),
}));
const leaves = fc.oneof(
  { weight: 3, arbitrary: facets },
  { weight: 2, arbitrary: ranges },
  identifiers,
);
const conditions = fc.oneof(
  { weight: 4, arbitrary: leaves },
  { weight: 3, arbitrary: fc.array(leaves, { maxLength: 3 }).map(all) },
  fc.array(leaves, { maxLength: 3 }).map((of): Condition => ({ kind: "some", of })),
  leaves.map((of): Condition => ({ kind: "not", of })),
);
function all(of: readonly Condition[]): Condition {
  return { kind: "all", of };
}

const searches = fc
  .record({
    condition: conditions.map((each) => all([each])),
    order: fc.record({
      field: fc.constantFrom("Date", "Date", "FlightID", "Aircraft"),
      descending: fc.boolean(),
    }),
    limit: fc.integer({ min: 1, max: 8 }),
    offset: fc.nat(20),
    key: fc.constant(""),
    pageKey: fc.constant(""),
  })
  .map((search): FlightSearch => search);

const latest = ({ dates }: RandomFlight): number => dates[0]?.getTime() ?? Number.NEGATIVE_INFINITY;
const text = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const COMPARE = {
  Date: (a: RandomFlight, b: RandomFlight) => Math.sign(latest(a) - latest(b)) || text(a.id, b.id),
  FlightID: (a: RandomFlight, b: RandomFlight) => text(a.id, b.id),
  Aircraft: (a: RandomFlight, b: RandomFlight) =>
    text(a.aircraft, b.aircraft) || COMPARE.Date(a, b),
};

/** What a search finds, by filtering and sorting all flights. */
function expected(flights: readonly RandomFlight[], { condition, order }: FlightSearch): string[] {
  const found = flights.filter((flight) => fulfils(flight, condition));
  const sorted = found.toSorted(COMPARE[order.field]).map(({ id }) => id);
  return order.descending ? sorted.toReversed() : sorted;
}

test("every page and count is what filtering and sorting all flights finds", async () => {
  const { db } = database;
  const cases = fc.tuple(
    catalogues,
    fc.array(searches, { minLength: SEARCHES, maxLength: SEARCHES }),
  );
  await fc.assert(
    fc.asyncProperty(cases, async ([flights, of]) => {
      await seedFlights(db, flights);
      for (const search of of) {
        const ids = expected(flights, search);
        expect(await countFlights(db, search, bits)).toBe(ids.length);
        const page = ids.slice(search.offset, search.offset + search.limit);
        for (const bounds of BOUNDS)
          expect(await pageOfFlights(db, search, ids.length, bits, bounds)).toEqual(page);
      }
    }),
    { numRuns: CATALOGUES },
  );
});
