import { z } from "zod";
import { filterNameSchema, type FilterTexts, listFilters } from "../../filters/index.ts";
import { flightIdSchema, projectIdSchema, sensorIdSchema } from "../../ids.ts";
import { PROCESSING_FILTER_FIELDS, STATUS_FILTER_VALUES } from "./processing-query.ts";

const VALUES = {
  SensorID: sensorIdSchema,
  ProjectID: projectIdSchema,
  FlightID: flightIdSchema,
  Aircraft: filterNameSchema,
  Sensor: filterNameSchema,
  ProjectManager: filterNameSchema,
  ProcessingTemplate: filterNameSchema,
  Status: z.enum(STATUS_FILTER_VALUES),
} as const satisfies Record<
  (typeof PROCESSING_FILTER_FIELDS)[number] | "Status",
  z.ZodType<string>
>;
export type ProcessingListField = keyof typeof VALUES;

/** What a person filters processings by (document 3, sections 2.2 and 7; decision 4). */
export const processingFilters = listFilters<ProcessingListField>(VALUES, []);
export type ProcessingFilters = FilterTexts<ProcessingListField>;
