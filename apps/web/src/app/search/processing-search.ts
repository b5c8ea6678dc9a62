import {
  FAILURE_KINDS,
  type FailureKind,
  PROCESSING_PAGE_SIZE,
  type ProcessingFilters,
  processingFilters,
  TERRAIN_MAPPER_PAGE_SIZES,
  type TerrainMapperPageSize,
} from "@swath/contract/processing";
import { HEX_ID } from "@swath/contract/ids";
import { textOf, wordOf } from "@swath/contract/read-value";
import {
  type LinesSearch,
  readLinesSearch,
  readReviewSearch,
  type ReviewSearch,
} from "../../processing/records/dialog-addresses.ts";
import { pageOf } from "./address-search.ts";

/**
 * What a dashboard's address holds: page, what is reviewed, whose flight lines are open, and the filters
 * as the API takes them.
 */
export type ProcessingSearch = { readonly page?: number | undefined } & ReviewSearch &
  LinesSearch & {
    readonly [Field in keyof ProcessingFilters]?: ProcessingFilters[Field] | undefined;
  };

/** Reads an address; what is malformed is left out. */
export function readProcessingSearch(search: Readonly<Record<string, unknown>>): ProcessingSearch {
  return {
    ...processingFilters.read(search),
    ...readReviewSearch(search),
    ...readLinesSearch(search),
    page: pageOf(search["page"]),
  };
}

export type TerrainMapperSearch = ProcessingSearch & {
  readonly limit?: TerrainMapperPageSize | undefined;
};

const limitOf = (value: unknown): TerrainMapperPageSize | undefined =>
  TERRAIN_MAPPER_PAGE_SIZES.find((size) => size === Number(value) && size !== PROCESSING_PAGE_SIZE);

export function readTerrainMapperSearch(
  search: Readonly<Record<string, unknown>>,
): TerrainMapperSearch {
  return { ...readProcessingSearch(search), limit: limitOf(search["limit"]) };
}

/** What the failure inbox's address holds besides: a kind, the group that is open, and the page of its jobs. */
export type FailureSearch = ProcessingSearch & {
  readonly kind?: FailureKind | undefined;
  readonly group?: string | undefined;
  readonly jobs?: number | undefined;
};

export function readFailureSearch(search: Readonly<Record<string, unknown>>): FailureSearch {
  const group = textOf(search["group"], HEX_ID);
  return {
    ...readProcessingSearch(search),
    kind: wordOf(search["kind"], FAILURE_KINDS),
    group,
    jobs: group === undefined ? undefined : pageOf(search["jobs"]),
  };
}
