import { z } from "zod";
import { DISPATCH_METHODS, FLIGHT_TYPES, SENSOR_TYPES } from "./flight.ts";
import { AIRCRAFT_TYPES, FLIGHT_ID, PROJECT_ID, SENSOR_ID } from "../ids/ids.ts";
import {
  type FilterTexts,
  type IsValue,
  isFilterName,
  listFilters,
  matches,
  oneOf,
  pageSchema,
  pageSizeSchema,
  sortSchema,
} from "../filters.ts";
import { UPLOAD_STATUSES } from "../uploads/upload-status.ts";

/** Fields of which a person chooses a list of values; `Sensor` stands for both sensors of a log. */
const VALUES = {
  FlightID: matches(FLIGHT_ID),
  SensorID: matches(SENSOR_ID),
  ProjectID: matches(PROJECT_ID),
  Aircraft: isFilterName,
  AircraftType: oneOf(AIRCRAFT_TYPES),
  Sensor: isFilterName,
  SensorType: oneOf(SENSOR_TYPES),
  ProjectManager: isFilterName,
  FlightType: oneOf(FLIGHT_TYPES),
  UploadStatus: oneOf(UPLOAD_STATUSES),
  DataDispatchMethodLiDAR: oneOf(DISPATCH_METHODS),
  DataDispatchMethodImagery: oneOf(DISPATCH_METHODS),
} as const satisfies Record<string, IsValue>;
export type FlightListField = keyof typeof VALUES;

/** The filters of the flight list; sensor and secondary sensor are a pair. */
export const flightFilters = listFilters<FlightListField>(VALUES, ["Sensor"]);
export type FlightFilters = FilterTexts<FlightListField>;

/** Fields by which flights are filtered with `$any A,B` (document 1, section 5; design, decision 2). */
export const FLIGHT_FILTER_FIELDS = flightFilters.fields.filter((field) => field !== "Sensor");
export type FlightFilterField = (typeof FLIGHT_FILTER_FIELDS)[number];

export const FLIGHT_PAGE_SIZE = 10;

const operator = z.string().max(8_192);

/**
 * Paging, order and filters of the flight list. A filter is `$any A,B`, `$exists`, `$notExists` or
 * one plain value; `Sensor` takes `$anyOr A,B` over the sensor and secondary sensor pair; `Date`
 * takes `start+end` in ISO days, both included.
 */
export const flightQuerySchema = z.strictObject({
  page: pageSchema,
  pageSize: pageSizeSchema.default(FLIGHT_PAGE_SIZE),
  sort: sortSchema.default("Date -1"),
  Sensor: operator.optional(),
  Date: z.string().max(64).optional(),
  $custom: z.string().max(8_192).optional(),
  ...(Object.fromEntries(
    FLIGHT_FILTER_FIELDS.map((field) => [field, operator.optional()]),
  ) as Record<FlightFilterField, z.ZodOptional<z.ZodString>>),
});
export type FlightQuery = z.infer<typeof flightQuerySchema>;
