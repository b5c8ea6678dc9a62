import {
  DISPATCH_METHODS,
  FLIGHT_TYPES,
  flightQuerySchema,
  SENSOR_TYPES,
} from "@swath/contract/flights";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findPage } from "../domain/search/list-pages.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { flightSearch } from "./flight-search.ts";
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
} from "./testing/random-flights.ts";

const SEARCHES = 24;
const CATALOGUES = 40;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await seedFleet(database.db);
});
afterAll(() => database.drop());

/** A filter as an address has it or, with an operand of JSON, as a part of `$custom`. */
interface Filter {
  readonly field: string;
  readonly text?: string;
  readonly json: unknown;
  readonly keeps: (flight: RandomFlight) => boolean;
}

const VALUES: Readonly<Record<string, readonly string[]>> = {
  Aircraft: [...Object.keys(AIRCRAFT), "unknown"],
  AircraftType: ["FixedWing", "Rotary", "unknown"],
  FlightType: FLIGHT_TYPES,
  Sensor: SENSORS,
  SecondarySensor: SENSORS,
  SensorType: SENSOR_TYPES,
  ProjectID: Object.keys(MANAGERS),
  ProjectManager: Object.values(MANAGERS),
  DataDispatchMethodLiDAR: DISPATCH_METHODS,
  DataDispatchMethodImagery: DISPATCH_METHODS,
  UploadStatus: STATUSES,
  FlightID: [0, 3, 7, 35].map((n) => `FL${String(n).padStart(6, "0")}`),
};

/** The values of a flight by the fields of filters. */
const valuesOf = ({ id, aircraft, type, logs, statuses }: RandomFlight) =>
  ({
    FlightID: [id],
    Aircraft: [aircraft],
    AircraftType: [AIRCRAFT[aircraft]],
    FlightType: [type],
    Sensor: logs.map(({ sensor, secondary }) => sensor ?? secondary),
    SecondarySensor: logs.map(({ secondary }) => secondary),
    SensorType: logs.map((log) => log.type),
    ProjectID: logs.map(({ project }) => project),
    ProjectManager: logs.map(({ project }) => (project === null ? null : MANAGERS[project])),
    DataDispatchMethodLiDAR: logs.map(({ lidar }) => lidar),
    DataDispatchMethodImagery: logs.map(({ imagery }) => imagery),
    UploadStatus: statuses,
  }) as Readonly<Record<string, readonly (string | null)[]>>;
const among = (field: string, values: readonly string[]) => (flight: RandomFlight) =>
  valuesOf(flight)[field]!.some((each) => each !== null && values.includes(each));

const anyOf = (field: string) =>
  fc
    .uniqueArray(fc.constantFrom(...VALUES[field]!), { minLength: 1, maxLength: 3 })
    .chain((values) => fc.constantFrom(inField(field, values), ...inPair(field, values)));
const inField = (field: string, values: readonly string[]): Filter => ({
  field,
  text: `$any ${values.join(",")}`,
  json: values,
  keeps: among(field, values),
});
const inPair = (field: string, values: readonly string[]): Filter[] =>
  field === "Sensor"
    ? [
        {
          field,
          text: `$anyOr ${values.join(",")}`,
          json: { $any: values },
          keeps: (flight) =>
            among("Sensor", values)(flight) || among("SecondarySensor", values)(flight),
        },
      ]
    : [];
const noneOf = (field: string) =>
  anyOf(field).map(({ json, keeps }): Filter => ({
    field,
    json: { $ne: Array.isArray(json) ? json : [] },
    keeps: (flight) => !keeps(flight),
  }));
const presence = (field: string) =>
  fc.boolean().map((is): Filter => ({
    field,
    text: is ? "$exists" : "$notExists",
    json: { $exists: is },
    keeps: (flight) => valuesOf(flight)[field]!.some((each) => each !== null) === is,
  }));
const ranges = fc
  .tuple(moments, moments)
  .filter(([start, end]) => start < end)
  .map(([start, end]): Filter => ({
    field: "Date",
    text: `${zulu(start)}+${zulu(end)}`,
    json: { $gte: start.toISOString(), $lt: end.toISOString() },
    keeps: ({ dates }) => dates.some((date) => date >= start && date < end),
  }));
/** As an instant, even at midnight, so that its day is not included whole. */
const zulu = (moment: Date): string => moment.toISOString();
const versions = fc.constantFrom(3, 4).map((least): Filter => ({
  field: "DocumentMajorVersion",
  json: { $gt: least },
  keeps: ({ version }) => version > least,
}));

const fields = fc.constantFrom(...Object.keys(VALUES));
const filters = fc.oneof(
  { weight: 4, arbitrary: fields.chain(anyOf) },
  { weight: 2, arbitrary: ranges },
  fields.chain(presence),
  fields.filter((field) => field !== "Sensor").chain(noneOf),
  versions,
);

interface Search {
  readonly query: Readonly<Record<string, string>>;
  readonly keeps: Filter["keeps"];
}

/** Filters in the address, where each field is once, with `$custom` for those that an address cannot have. */
function inAddress(of: readonly Filter[]): Search {
  const once = [...new Map(of.map((each) => [each.field, each])).values()];
  const isCustom = ({ field, text }: Filter): boolean =>
    text === undefined || field === "SecondarySensor";
  const custom = Object.fromEntries(once.filter(isCustom).map(({ field, json }) => [field, json]));
  return {
    query: {
      ...Object.fromEntries(
        once.filter((each) => !isCustom(each)).map(({ field, text }) => [field, text!]),
      ),
      $custom: JSON.stringify(custom),
    },
    keeps: (flight) => once.every(({ keeps }) => keeps(flight)),
  };
}
const inOr = (of: readonly Filter[]): Search => ({
  query: { $custom: JSON.stringify({ $or: of.map(({ field, json }) => ({ [field]: json })) }) },
  keeps: (flight) => of.some(({ keeps }) => keeps(flight)),
});
const isPair = ({ text }: Filter): boolean => text?.startsWith("$anyOr") === true;

const searches = fc.record({
  of: fc.oneof(
    { weight: 3, arbitrary: fc.array(filters, { maxLength: 3 }).map(inAddress) },
    fc
      .array(
        filters.filter((each) => !isPair(each)),
        { minLength: 1, maxLength: 3 },
      )
      .map(inOr),
  ),
  field: fc.constantFrom("Date", "Date", "FlightID", "Aircraft"),
  descending: fc.boolean(),
  pageSize: fc.integer({ min: 1, max: 8 }),
  page: fc.integer({ min: 1, max: 4 }),
});

const latest = ({ dates }: RandomFlight): number => dates[0]?.getTime() ?? Number.NEGATIVE_INFINITY;
const text = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
type Compare = (a: RandomFlight, b: RandomFlight) => number;
const byDate: Compare = (a, b) => Math.sign(latest(a) - latest(b)) || text(a.id, b.id);
const COMPARE: Readonly<Record<string, Compare>> = {
  Date: byDate,
  FlightID: (a, b) => text(a.id, b.id),
  Aircraft: (a, b) => text(a.aircraft, b.aircraft) || byDate(a, b),
};

test("every page and total is what filtering and sorting all flights finds", async () => {
  const { db } = database;
  const cases = fc.tuple(
    catalogues,
    fc.array(searches, { minLength: SEARCHES, maxLength: SEARCHES }),
  );
  await fc.assert(
    fc.asyncProperty(cases, async ([flights, all]) => {
      await seedFlights(db, flights);
      for (const { of, field, descending, page, pageSize } of all) {
        const found = flights.filter(of.keeps).toSorted(COMPARE[field]);
        if (descending) found.reverse();
        const ids = found.map(({ id }) => id);
        const sort = `${field} ${descending ? "-1" : "1"}`;
        const query = { ...of.query, sort, page: String(page), pageSize: String(pageSize) };
        expect(await findPage(db, flightSearch(flightQuerySchema.parse(query)))).toEqual({
          total: ids.length,
          ids: ids.slice((page - 1) * pageSize, page * pageSize),
        });
      }
    }),
    { numRuns: CATALOGUES },
  );
});
