import { z } from "zod";
import { AIRCRAFT_TYPES } from "../aircraft-types.ts";
import { filterNameSchema, type FilterTexts, listFilters } from "../filters/index.ts";
import { flightIdSchema, projectIdSchema, sensorIdSchema } from "../ids.ts";
import { uploadStatusSchema } from "../uploads/upload-status.ts";
import { DISPATCH_METHODS, FLIGHT_TYPES, SENSOR_TYPES } from "./flight.ts";

/** Fields of which a person chooses a list of values; `Sensor` stands for both sensors of a log. */
const VALUES = {
  FlightID: flightIdSchema,
  SensorID: sensorIdSchema,
  ProjectID: projectIdSchema,
  Aircraft: filterNameSchema,
  AircraftType: z.enum(AIRCRAFT_TYPES),
  Sensor: filterNameSchema,
  SensorType: z.enum(SENSOR_TYPES),
  ProjectManager: filterNameSchema,
  FlightType: z.enum(FLIGHT_TYPES),
  UploadStatus: uploadStatusSchema,
  DataDispatchMethodLiDAR: z.enum(DISPATCH_METHODS),
  DataDispatchMethodImagery: z.enum(DISPATCH_METHODS),
} as const satisfies Record<string, z.ZodType<string>>;
export type FlightListField = keyof typeof VALUES;

/** The filters of the flight list; sensor and secondary sensor are a pair. */
export const flightFilters = listFilters<FlightListField>(VALUES, ["Sensor"]);
export type FlightFilters = FilterTexts<FlightListField>;

/** Fields by which flights are filtered with `$any A,B` (document 1, section 5; design, decision 2). */
export const FLIGHT_FILTER_FIELDS = flightFilters.fields.filter((field) => field !== "Sensor");
export type FlightFilterField = (typeof FLIGHT_FILTER_FIELDS)[number];
