import { endpoints } from "@swath/contract/endpoints";
import { PROCESSING_PAGE_SIZE, TERRAIN_MAPPER_PAGE_SIZES } from "@swath/contract/processing";
import { findPage, type ListSearch } from "../../domain/search/find-page.ts";
import { createVersionCache } from "../../domain/search/page-cache.ts";
import type { Serve } from "../../platform/http/serve.ts";
import type { ProcessingDeps } from "../processing-deps.ts";
import { processingDocument, terrainMapperDocument } from "../records/processing-document.ts";
import { readShown, type StoredProcessing } from "../records/stored-processing.ts";
import { processingSearch, terrainMapperSearch } from "./processing-search.ts";

export interface ListDeps extends ProcessingDeps {
  /** Another number whenever the content of a page may have changed; undefined while that is unknown. */
  readonly version: () => number | undefined;
}

const TOTAL = "x-total-count";
const MOST_PAGES = 1_000;
/** Of more rows than a page of the dashboard, as the Terrain Mapper's list offers them. */
const MOST_LARGE_PAGES = 100;
const LARGE_PAGES: ReadonlySet<number> = new Set(TERRAIN_MAPPER_PAGE_SIZES);

interface Page {
  readonly total: number;
  readonly rows: readonly StoredProcessing[];
}

/** Reads pages, and caches them until something changes. */
function pageReader(deps: ListDeps) {
  const pages = createVersionCache<Page>(deps.version, MOST_PAGES);
  const largePages = createVersionCache<Page>(deps.version, MOST_LARGE_PAGES);
  // Pages of a size that the portal does not offer are not remembered.
  return async (search: ListSearch): Promise<Page> => {
    const { limit, key } = search;
    const read = async (): Promise<Page> => {
      const { total, ids } = await findPage(deps.db, search);
      return { total, rows: await readShown(deps, ids) };
    };
    if (limit <= PROCESSING_PAGE_SIZE) return pages(key, read);
    return LARGE_PAGES.has(limit) ? largePages(key, read) : read();
  };
}

/** Serves the pages of both dashboards. */
export function serveLists(serve: Serve, deps: ListDeps): void {
  const pageOf = pageReader(deps);
  serve(endpoints.listProcessings, async (call) => {
    const { total, rows } = await pageOf(processingSearch(call.query));
    call.setHeader(TOTAL, String(total));
    return rows.map((row) => processingDocument(row, deps));
  });
  serve(endpoints.listTerrainMapperProcessings, async ({ query }) => {
    const { total, rows } = await pageOf(terrainMapperSearch(query));
    return { documents: rows.map((row) => terrainMapperDocument(row, deps)), count: total };
  });
}
