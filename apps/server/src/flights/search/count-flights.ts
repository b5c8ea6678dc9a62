import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { conditionSql, decidedByKinds, type FacetBits } from "../filters/flight-condition.ts";
import type { FlightSearch } from "./flight-search.ts";
import { manyValued, manyValuedCount } from "./many-valued.ts";
import { surveyRange, surveyRangeCount } from "./survey-range.ts";

function countSql({ condition }: FlightSearch, bits: FacetBits): RawBuilder<unknown> {
  if (decidedByKinds(condition, bits))
    return sql`SELECT coalesce(sum(n), 0)::bigint AS count FROM (
        SELECT kinds, n FROM flight_kind_counts
        UNION ALL SELECT kinds, n FROM flight_kind_changes) AS counted
      WHERE ${conditionSql(condition, bits)}`;
  const range = surveyRange(condition, bits);
  if (range !== undefined) return surveyRangeCount(range, bits);
  const values = manyValued(condition);
  if (values !== undefined) return manyValuedCount(values);
  return sql`SELECT count(*) AS count FROM flights WHERE ${conditionSql(condition, bits)}`;
}

/** How many flights a search finds, exactly. */
export async function countFlights(db: Db, search: FlightSearch, bits: FacetBits): Promise<number> {
  const found = await sql<{ count: number }>`${countSql(search, bits)}`.execute(db);
  return found.rows[0]!.count;
}
