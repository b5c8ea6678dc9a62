import { AppError } from "@swath/contract/errors";
import {
  PROCESSING_FILTER_FIELDS,
  type ProcessingFilterField,
  type ProcessingQuery,
  STATUS_FILTER_VALUES,
  type TerrainMapperQuery,
} from "@swath/contract/processing";
import { sql } from "kysely";
import { invalidFilter } from "../../domain/search/filter-values.ts";
import type { ListSearch } from "../../domain/search/list-pages.ts";
import {
  anyBitSql,
  columnField,
  type Condition,
  type FilterQuery,
  type ListFields,
  readFilters,
} from "../../domain/search/read-filters.ts";

/** The columns of the filter fields (`processing-lists.sql`). */
const COLUMNS: Readonly<Record<ProcessingFilterField, string>> = {
  SensorID: "sensor_id",
  ProjectID: "project_id",
  FlightID: "flight_id",
  Aircraft: "aircraft",
  Sensor: "sensor",
  ProjectManager: "project_manager",
  ProcessingTemplate: "template",
};
const STATUSES: ReadonlySet<string> = new Set(STATUS_FILTER_VALUES);

/** Any of its jobs has any of the statuses. */
function anyStatus(values: readonly string[], inField: string): Condition {
  const unknown = values.find((value) => !STATUSES.has(value));
  if (unknown !== undefined) throw invalidFilter(inField, `knows no status ${unknown}`);
  return anyBitSql("statuses", ["job_status_bits", "status"], values);
}

const sensor = columnField(COLUMNS.Sensor);

export const PROCESSING_FIELDS: ListFields = {
  texts: {
    ...Object.fromEntries(
      PROCESSING_FILTER_FIELDS.map((field) => [field, columnField(COLUMNS[field])]),
    ),
    Sensor: { ...sensor, anyOfPair: (values) => sensor.anyOf(values, "Sensor") },
    Status: { anyOf: anyStatus },
  },
  compared: {
    DocumentMajorVersion: { column: "document_major_version", takes: "number" },
    Date: { column: "survey_date", takes: "date" },
  },
  flags: { Active: "active", deletedSuperseded: "deleted_superseded" },
  surveyed: (start, end) => sql<boolean>`(survey_date >= ${start} AND survey_date < ${end})`,
};

interface Paging {
  readonly page: number;
  readonly size: number;
  readonly descending: boolean;
}

/** A page of an area's processings, by survey date and identifier. */
function searchOf(
  area: "ip" | "iptm",
  filters: FilterQuery,
  { page, size, descending }: Paging,
): ListSearch {
  if (size < 1)
    throw new AppError("INVALID_REQUEST", "processings come in pages", { field: "pageSize" });
  const way = descending ? sql`DESC` : sql`ASC`;
  return {
    key: JSON.stringify([area, filters, page, size, descending]),
    matches: sql`SELECT id FROM processings
      WHERE area = ${area} AND ${readFilters(PROCESSING_FIELDS, filters)}
      ORDER BY survey_date ${way}, id ${way}`,
    limit: size,
    offset: (page - 1) * size,
  };
}

/** Reads the dashboard's query; throws INVALID_FILTER or INVALID_REQUEST, naming the field. */
export function processingSearch(query: ProcessingQuery): ListSearch {
  const { page, pageSize: size, sort, include: _, ...filters } = query;
  const [field, direction] = sort.split(" ");
  if (field !== "Date")
    throw new AppError("INVALID_REQUEST", "sort: processings are sorted by Date", {
      field: "sort",
      allowed: ["Date"],
    });
  return searchOf("ip", filters, { page, size, descending: direction === "-1" });
}

/** The Terrain Mapper's names of the same filters; its values are comma-joined, without an operator. */
const TERRAIN_MAPPER_FIELDS = {
  aircraft: "Aircraft",
  sensor: "Sensor",
  projectManager: "ProjectManager",
  ProcessingTemplate: "ProcessingTemplate",
  sensorId: "SensorID",
  projectId: "ProjectID",
  flightId: "FlightID",
  status: "Status",
} as const;

/** A Terrain Mapper's filters as the dashboard's: both are read by one parser (decision 14). */
function asProcessingFilters(query: TerrainMapperQuery): FilterQuery {
  const renamed = Object.entries(TERRAIN_MAPPER_FIELDS).flatMap(([from, to]) => {
    const text = query[from as keyof typeof TERRAIN_MAPPER_FIELDS];
    if (text === undefined || text === "") return [];
    return [[to, text.startsWith("$") ? text : `$any ${text}`]];
  });
  return { ...Object.fromEntries(renamed), Date: query.surveyDate };
}

/** Reads the Terrain Mapper's query. */
export function terrainMapperSearch(query: TerrainMapperQuery): ListSearch {
  const { page, limit: size } = query;
  return searchOf("iptm", asProcessingFilters(query), { page, size, descending: true });
}
