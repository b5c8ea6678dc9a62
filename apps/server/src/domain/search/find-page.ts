import { MOST_COUNTED } from "@swath/contract/filters";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

/** One page of a list. */
export interface ListSearch {
  /** Equal for equal pages. */
  readonly key: string;
  /** `SELECT` of the identifiers of all matches, with `ORDER BY`. */
  readonly matches: RawBuilder<unknown>;
  readonly limit: number;
  readonly offset: number;
}

export interface FoundPage {
  /** Exact up to MOST_COUNTED; one more than that stands for any larger number. */
  readonly total: number;
  /** The identifiers of the page, in its order. */
  readonly ids: readonly string[];
}

/**
 * Reads the first 10,001 matches in their order, counts them, and cuts the page out of them. PostgreSQL chooses the
 * way: along the index in the list's order, or by a filter's index and a sort (decision 27). Because it has to find
 * 10,001 matches and not 10, a filter that excludes another does not mislead it.
 */
export async function findPage(
  db: Db,
  { matches, limit, offset }: Omit<ListSearch, "key">,
): Promise<FoundPage> {
  const most = Math.max(MOST_COUNTED + 1, offset + limit);
  const { rows } = await sql<FoundPage>`WITH found AS MATERIALIZED (
      SELECT ARRAY(${matches} LIMIT ${most}) AS ids)
    SELECT least(cardinality(ids), ${MOST_COUNTED + 1}) AS total,
      ids[${offset + 1}:${offset + limit}] AS ids FROM found`.execute(db);
  return rows[0]!;
}
