import type { Insertable, Selectable } from "kysely";
import { flightFilters } from "@swath/contract/flights";
import {
  PROCESSING_PAGE_SIZE,
  processingFilters,
  TERRAIN_MAPPER_PAGE_SIZES,
} from "@swath/contract/processing";
import type { ViewContent } from "@swath/contract/views";
import type { Database } from "../platform/postgres/schema.ts";

type Row = Selectable<Database["views"]>;
type Columns = Pick<Insertable<Database["views"]>, "list" | "filters" | "page_size">;

/** How a view's content is kept. */
export function columnsOfContent(content: ViewContent): Columns {
  const { list, filters } = content;
  const pageSize = content.list === "terrain-mapper" ? content.pageSize : null;
  return { list, filters: JSON.stringify(filters), page_size: pageSize };
}

/** What a row keeps, as far as its list still has such filters. */
export function contentOf({ list, filters, page_size: size }: Row): ViewContent {
  if (list === "flights") return { list, filters: flightFilters.read(filters) };
  if (list === "processing") return { list, filters: processingFilters.read(filters) };
  const known = TERRAIN_MAPPER_PAGE_SIZES.find((one) => one === size);
  return {
    list,
    filters: processingFilters.read(filters),
    pageSize: known ?? PROCESSING_PAGE_SIZE,
  };
}
