import { AppError } from "@swath/contract/errors";
import type { ProcessingQuery, TerrainMapperQuery } from "@swath/contract/processing";
import type { Condition } from "./processing-condition.ts";
import { asProcessingQuery, processingConditions } from "./processing-filter.ts";

type Area = "ip" | "iptm";

/** A search of an area's processings, and which page of it; by survey date and identifier. */
export interface ProcessingSearch {
  readonly area: Area;
  /** Equal for equal conditions. */
  readonly key: string;
  /** Equal for equal pages. */
  readonly pageKey: string;
  readonly condition: Condition;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

interface Paging {
  readonly page: number;
  readonly size: number;
  readonly descending: boolean;
}

function searchOf(
  area: Area,
  of: Condition[],
  { page, size, descending }: Paging,
): ProcessingSearch {
  if (size < 1)
    throw new AppError("INVALID_REQUEST", "processings come in pages", { field: "pageSize" });
  return {
    area,
    key: JSON.stringify([area, of]),
    pageKey: JSON.stringify([area, of, page, size, descending]),
    condition: { kind: "all", of },
    descending,
    limit: size,
    offset: (page - 1) * size,
  };
}

/** Reads the dashboard's query; throws INVALID_FILTER or INVALID_REQUEST, naming the field. */
export function processingSearch(query: ProcessingQuery): ProcessingSearch {
  const { page, pageSize: size, sort, include: _, ...filters } = query;
  const [field, direction] = sort.split(" ");
  if (field !== "Date")
    throw new AppError("INVALID_REQUEST", "sort: processings are sorted by Date", {
      field: "sort",
      allowed: ["Date"],
    });
  const descending = direction === "-1";
  return searchOf("ip", processingConditions(filters), { page, size, descending });
}

/** Reads the Terrain Mapper's query. */
export function terrainMapperSearch(query: TerrainMapperQuery): ProcessingSearch {
  const { page, limit: size } = query;
  const of = processingConditions(asProcessingQuery(query));
  return searchOf("iptm", of, { page, size, descending: true });
}
