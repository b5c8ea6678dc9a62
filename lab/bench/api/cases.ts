import { FLIGHT_PAGE_SIZE, flightFilters } from "@swath/contract/flights";
import { FLIGHTS } from "./seed.ts";

/** Parameters of the flight list. */
export type CaseQuery = Readonly<Record<string, string>>;

/** The list that a case calls. */
export type BenchedList = "flights" | "processings" | "terrainMapper" | "failures";

/** Calls of one kind: each of its queries is called equally often. */
export interface Case {
  readonly name: string;
  /** Flights by default. */
  readonly list?: BenchedList;
  readonly queries: readonly CaseQuery[];
}

const QUERIES = 32;
const padded = (prefix: string, n: number, digits: number): string =>
  prefix + String(n).padStart(digits, "0");
/** Numbers that spread evenly over 0 to `below`, the same each time. */
const spread = (index: number, below: number): number => (index * 7_919 + 101) % below;
const each = (of: (index: number) => CaseQuery): CaseQuery[] =>
  Array.from({ length: QUERIES }, (_, n) => of(n));
const any = (
  field: Parameters<typeof flightFilters.textOf>[0],
  ...values: string[]
): CaseQuery => ({
  [field]: flightFilters.textOf(field, values),
});
const models = ["Galaxy Prime", "DMC II", "P1", "Terrain Mapper"];
const sensor = (n: number): string => `${models[n % 4]} - ${n + 100}`;
const day = (n: number): string =>
  new Date(Date.UTC(2012, 0, 1) + n * 86_400_000).toISOString().slice(0, 10);
const span = (n: number, days: number): CaseQuery => ({
  Date: `${day(n)}+${day(n + days)}`,
});
const broad: CaseQuery = {
  ...any("UploadStatus", "DATA_READY"),
  ...any("SensorType", "LiDAR"),
  ...any("AircraftType", "FixedWing"),
};
const deep = (index: number, flights: number): string =>
  String(1_000 + spread(index * 37, flights / FLIGHT_PAGE_SIZE - 1_000));

export const CASES: readonly Case[] = [
  { name: "first page", queries: [{}] },
  { name: "deep page", queries: each((n) => ({ page: deep(n, FLIGHTS) })) },
  {
    name: "FlightID",
    queries: each((n) =>
      any("FlightID", ...[0, 1, 2].map((k) => padded("FL", spread(n * 3 + k, FLIGHTS), 6))),
    ),
  },
  { name: "SensorID", queries: each((n) => any("SensorID", padded("SL", spread(n, FLIGHTS), 6))) },
  {
    name: "ProjectID",
    queries: each((n) => any("ProjectID", padded("PRJ", spread(n, 20_000), 5))),
  },
  {
    name: "Aircraft",
    queries: each((n) => any("Aircraft", padded("VH-", n, 3), padded("VH-", n + 5, 3))),
  },
  {
    name: "AircraftType",
    queries: [any("AircraftType", "Rotary"), any("AircraftType", "FixedWing")],
  },
  { name: "Sensor pair", queries: each((n) => any("Sensor", sensor(n), sensor(n + 20))) },
  { name: "ProjectManager", queries: each((n) => any("ProjectManager", padded("Manager ", n, 2))) },
  {
    name: "FlightType",
    queries: [
      any("FlightType", "Successful Capture"),
      any("FlightType", "Test Flight - Pilot Training"),
    ],
  },
  {
    name: "SensorType",
    queries: [any("SensorType", "LiDAR"), any("SensorType", "LargeFormatImagery")],
  },
  { name: "UploadStatus, broad", queries: [any("UploadStatus", "DATA_READY", "ARCHIVED")] },
  { name: "UploadStatus, rare", queries: [any("UploadStatus", "UPLOADING", "UPLOAD_QUEUED")] },
  {
    name: "LiDAR dispatch",
    queries: [any("DataDispatchMethodLiDAR", "Upload"), any("DataDispatchMethodLiDAR", "TBA")],
  },
  {
    name: "imagery dispatch",
    queries: [any("DataDispatchMethodImagery", "Upload"), any("DataDispatchMethodImagery", "TBA")],
  },
  { name: "Date, 90 days", queries: each((n) => span(spread(n, 5_000), 90)) },
  { name: "Date, 8 years", queries: each((n) => span(spread(n, 2_000), 2_920)) },
  { name: "combined, broad", queries: [broad] },
  { name: "combined, broad, deep", queries: each((n) => ({ ...broad, page: deep(n, 300_000) })) },
  {
    name: "combined, narrow",
    queries: each((n) => ({
      ...any("Sensor", sensor(n)),
      ...any("UploadStatus", "DATA_READY"),
      ...span(spread(n, 4_000), 365),
    })),
  },
];
