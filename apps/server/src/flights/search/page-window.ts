import { type RawBuilder, sql } from "kysely";
import { type FlightSearch, orderBy } from "./flight-search.ts";

/** A page as it is read: from the nearer end of the matches, in the order that starts there. */
export interface PageWindow {
  readonly order: FlightSearch["order"];
  /** Whether the order is the opposite of the one that was requested. */
  readonly fromEnd: boolean;
  readonly skip: number;
  readonly limit: number;
}

/** The window of a page among `total` matches; undefined beyond their end. */
export function pageWindow(search: FlightSearch, total: number): PageWindow | undefined {
  const { order, offset } = search;
  const limit = Math.min(search.limit, total - offset);
  if (limit <= 0) return undefined;
  const fromEnd = offset > total / 2;
  return {
    order: { ...order, descending: order.descending !== fromEnd },
    fromEnd,
    skip: fromEnd ? total - offset - limit : offset,
    limit,
  };
}

/** `ORDER BY`, `LIMIT` and `OFFSET` of a window. */
export function pageOf({ order, skip, limit }: PageWindow): RawBuilder<unknown> {
  return sql`${orderBy(order)} LIMIT ${limit} OFFSET ${skip}`;
}

/** The same for one of several sources of a page: any of them may hold all that is skipped. */
export function upToPage({ order, skip, limit }: PageWindow): RawBuilder<unknown> {
  return sql`${orderBy(order)} LIMIT ${skip + limit}`;
}
