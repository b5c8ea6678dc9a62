import { AppError } from "@swath/contract/errors";
import type { ProcessingQuery, TerrainMapperQuery } from "@swath/contract/processing";
import { sql } from "kysely";
import type { ListSearch } from "../../domain/search/find-page.ts";
import { type FilterQuery, readFilters } from "../../domain/search/read-filters.ts";
import { PROCESSING_FIELDS } from "./processing-fields.ts";

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
export function asProcessingFilters(query: TerrainMapperQuery): FilterQuery {
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
