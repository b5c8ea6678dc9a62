import { z } from "zod";
import { FLIGHT_FILTER_FIELDS, type FlightFilterField } from "./flight-filters.ts";
import { pageSchema, pageSizeSchema, sortSchema } from "../list-query.ts";

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
