import { z } from "zod";
import {
  pageSchema,
  pageSizeSchema,
  sortSchema,
  type FilterTexts,
  type IsValue,
  isFilterName,
  listFilters,
  matches,
  oneOf,
} from "../../filters.ts";
import { FLIGHT_ID, PROJECT_ID, SENSOR_ID } from "../../ids/ids.ts";
import { JOB_STATUSES } from "../job-status.ts";

export const PROCESSING_PAGE_SIZE = 10;
/** The sizes that a page of the Terrain Mapper's list may have (document 3, section 9). */
export const TERRAIN_MAPPER_PAGE_SIZES = [PROCESSING_PAGE_SIZE, 25, 50, 100] as const;
export type TerrainMapperPageSize = (typeof TERRAIN_MAPPER_PAGE_SIZES)[number];

/**
 * QA_COMPLETED: a job's QA has a user (document 3, section 4.1). QA_PENDING: it has none, holds what
 * comes after it, and somebody can complete it now.
 */
export const STATUS_FILTER_VALUES = [...JOB_STATUSES, "QA_PENDING"] as const;
export type StatusFilterValue = (typeof STATUS_FILTER_VALUES)[number];

const VALUES = {
  SensorID: matches(SENSOR_ID),
  ProjectID: matches(PROJECT_ID),
  FlightID: matches(FLIGHT_ID),
  Aircraft: isFilterName,
  Sensor: isFilterName,
  ProjectManager: isFilterName,
  ProcessingTemplate: isFilterName,
  Status: oneOf(STATUS_FILTER_VALUES),
} as const satisfies Record<string, IsValue>;
export type ProcessingListField = keyof typeof VALUES;

/** What a person filters processings by (document 3, sections 2.2 and 7; decision 4). */
export const processingFilters = listFilters<ProcessingListField>(VALUES, []);
export type ProcessingFilters = FilterTexts<ProcessingListField>;

export type ProcessingFilterField = Exclude<ProcessingListField, "Status">;
/** Fields by which processings are filtered with `$any A,B` and the other operators. */
export const PROCESSING_FILTER_FIELDS = processingFilters.fields.filter(
  (field): field is ProcessingFilterField => field !== "Status",
);

const operator = z.string().max(8_192).optional();
const fields = Object.fromEntries(
  PROCESSING_FILTER_FIELDS.map((field) => [field, operator]),
) as Record<ProcessingFilterField, typeof operator>;

/**
 * Paging, order and filters of the dashboard's list. A filter is `$any A,B`, `$exists`, `$notExists`
 * or one plain value; `Sensor` also takes `$anyOr A,B`; `Status` is of any of its jobs; `Date` takes
 * `start+end`; `$custom` a condition in JSON. `include` names joins, which every reply has.
 */
export const processingQuerySchema = z.strictObject({
  page: pageSchema,
  pageSize: pageSizeSchema.default(PROCESSING_PAGE_SIZE),
  sort: sortSchema.default("Date -1"),
  include: z.string().max(200).optional(),
  Date: z.string().max(64).optional(),
  Status: operator,
  $custom: operator,
  ...fields,
});
export type ProcessingQuery = z.infer<typeof processingQuerySchema>;

/** The same for the Terrain Mapper: comma-joined values, a backslash escapes a comma (decision 14). */
export const terrainMapperQuerySchema = z.strictObject({
  page: pageSchema,
  limit: pageSizeSchema.default(PROCESSING_PAGE_SIZE),
  aircraft: operator,
  sensor: operator,
  projectManager: operator,
  ProcessingTemplate: operator,
  sensorId: operator,
  projectId: operator,
  flightId: operator,
  surveyDate: z.string().max(64).optional(),
  status: operator,
});
export type TerrainMapperQuery = z.infer<typeof terrainMapperQuerySchema>;
