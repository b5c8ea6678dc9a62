import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import type { FacetBits } from "./flight-condition.ts";

/** The bits of facets are the database's own; they change with its migrations only. */
export async function readFacetBits(db: Db): Promise<FacetBits> {
  const query = sql<{ facet: string; bit: number }>`SELECT facet, bit FROM facet_bits`;
  const { rows } = await query.execute(db);
  return new Map(rows.map(({ facet, bit }) => [facet, bit]));
}
