import { z } from "zod";
import { flightFilters } from "../flights/flight-filters.ts";
import type { Permission } from "../identity/roles.ts";
import { processingFilters } from "../processing/records/processing-filters.ts";
import { TERRAIN_MAPPER_PAGE_SIZES } from "../processing/records/processing-query.ts";

/** The lists that views are kept of, with what a caller needs to see and keep a view of each. */
export const VIEW_LISTS = {
  flights: "readFlights",
  processing: "readProcessings",
  "terrain-mapper": "readTerrainMapper",
} as const satisfies Readonly<Record<string, Permission>>;
export type ViewList = keyof typeof VIEW_LISTS;

export const viewListSchema = z.enum(Object.keys(VIEW_LISTS) as [ViewList, ...ViewList[]]);

/** What a view keeps of each list: the filters, as the list's address has them, and its page size. */
export const VIEW_CONTENTS = {
  flights: { list: z.literal("flights"), filters: flightFilters.schema },
  processing: { list: z.literal("processing"), filters: processingFilters.schema },
  "terrain-mapper": {
    list: z.literal("terrain-mapper"),
    filters: processingFilters.schema,
    pageSize: z.literal(TERRAIN_MAPPER_PAGE_SIZES),
  },
} as const;
