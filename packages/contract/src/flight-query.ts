import { z } from "zod";
import { FLIGHT_PAGE_SIZE, MAX_PAGE_SIZE } from "./limits.ts";

const page = z.coerce.number().int().min(1).max(1_000_000).default(1);
const pageSize = z.coerce
  .number()
  .int()
  .refine((n) => n === -1 || (n >= 1 && n <= MAX_PAGE_SIZE), `must be -1 or 1 to ${MAX_PAGE_SIZE}`);
/** `Name 1` ascending, `Name -1` descending. */
const sort = z.string().regex(/^[A-Za-z]+ -?1$/, "must be a field, a space, and 1 or -1");

/** Paging of the small lists; a page size of -1 means all. */
export const listQuerySchema = z.strictObject({
  page,
  pageSize: pageSize.default(-1),
  sort: sort.default("Name 1"),
});

/** Fields by which flights are filtered with `$any A,B` (document 1, section 5; design, decision 2). */
export const FLIGHT_FILTER_FIELDS = [
  "FlightID",
  "SensorID",
  "ProjectID",
  "Aircraft",
  "AircraftType",
  "ProjectManager",
  "FlightType",
  "SensorType",
  "UploadStatus",
  "DataDispatchMethodLiDAR",
  "DataDispatchMethodImagery",
] as const;
export type FlightFilterField = (typeof FLIGHT_FILTER_FIELDS)[number];

const operator = z.string().max(8_192);

/**
 * Paging, order and filters of the flight list. A filter is `$any A,B`, `$exists`, `$notExists` or
 * one plain value; `Sensor` takes `$anyOr A,B` over the sensor and secondary sensor pair; `Date`
 * takes `start+end` in ISO days, both included.
 */
export const flightQuerySchema = z.strictObject({
  page,
  pageSize: pageSize.default(FLIGHT_PAGE_SIZE),
  sort: sort.default("Date -1"),
  Sensor: operator.optional(),
  Date: z.string().max(64).optional(),
  $custom: z.string().max(8_192).optional(),
  ...(Object.fromEntries(
    FLIGHT_FILTER_FIELDS.map((field) => [field, operator.optional()]),
  ) as Record<FlightFilterField, z.ZodOptional<z.ZodString>>),
});
export type FlightQuery = z.infer<typeof flightQuerySchema>;
