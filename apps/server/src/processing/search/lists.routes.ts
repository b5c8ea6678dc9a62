import { endpoints } from "@swath/contract/endpoints";
import { TERRAIN_MAPPER_PAGE_SIZES } from "@swath/contract/processing";
import { createListPages } from "../../domain/search/list-pages.ts";
import type { Serve } from "../../platform/http/serve.ts";
import type { ProcessingDeps } from "../processing-deps.ts";
import { processingDocument, terrainMapperDocument } from "../records/processing-document.ts";
import { readShown } from "../records/stored-processing.ts";
import { processingSearch, terrainMapperSearch } from "./processing-search.ts";

export interface ListDeps extends ProcessingDeps {
  /** Another number whenever the content of a page may have changed; undefined while that is unknown. */
  readonly version: () => number | undefined;
}

const TOTAL = "x-total-count";

/** Serves the pages of both dashboards. */
export function serveLists(serve: Serve, deps: ListDeps): void {
  const { db, version } = deps;
  const pageOf = createListPages({
    db,
    version,
    readRows: (ids) => readShown(deps, ids),
    largeSizes: TERRAIN_MAPPER_PAGE_SIZES,
  });
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
