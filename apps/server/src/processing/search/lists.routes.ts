import { endpoints } from "@swath/contract/endpoints";
import { PROCESSING_PAGE_SIZE, TERRAIN_MAPPER_PAGE_SIZES } from "@swath/contract/processing";
import { createCountCache, createVersionCache } from "../../domain/search/page-cache.ts";
import type { Serve } from "../../platform/http/serve.ts";
import type { ProcessingDeps } from "../processing-deps.ts";
import { processingDocument, terrainMapperDocument } from "../records/processing-document.ts";
import { readShown, type StoredProcessing } from "../records/stored-processing.ts";
import { changesWithSets, decidedByStatuses, type StatusBits } from "./condition.ts";
import { countProcessings, findProcessings, readStatusBits } from "./find-processings.ts";
import {
  processingSearch,
  type ProcessingSearch,
  terrainMapperSearch,
} from "./processing-search.ts";

export interface ListDeps extends ProcessingDeps {
  /** Milliseconds of a clock that only runs forward. */
  readonly now: () => number;
  /** Another number whenever the content of a page may have changed; undefined while that is unknown. */
  readonly version: () => number | undefined;
  /** Another number whenever a filter other than by status may find others. */
  readonly setsVersion: () => number | undefined;
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
  const { db, now, version, setsVersion } = deps;
  const pages = createVersionCache<Page>(version, MOST_PAGES);
  const largePages = createVersionCache<Page>(version, MOST_LARGE_PAGES);
  const bits = createVersionCache<StatusBits>(() => 0, 1);
  // Kept counts are as quick as a look-up; others last until something changes that they depend on.
  const ofSets = createCountCache(now, setsVersion);
  const ofAll = createCountCache(now, version);
  const count = (search: ProcessingSearch, known: StatusBits): Promise<number> => {
    const { condition, key } = search;
    const counting = (): Promise<number> => countProcessings(db, search, known);
    if (decidedByStatuses(condition)) return counting();
    return changesWithSets(condition) ? ofSets(key, counting) : ofAll(key, counting);
  };
  const read = async (search: ProcessingSearch): Promise<Page> => {
    const known = await bits("bits", () => readStatusBits(db));
    const total = await count(search, known);
    const ids = await findProcessings(db, search, total, known);
    return { total, rows: await readShown(deps, ids) };
  };
  // Pages of a size that the portal does not offer are not remembered.
  return async (search: ProcessingSearch): Promise<Page> => {
    const { limit, pageKey } = search;
    if (limit <= PROCESSING_PAGE_SIZE) return pages(pageKey, () => read(search));
    return LARGE_PAGES.has(limit) ? largePages(pageKey, () => read(search)) : read(search);
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
