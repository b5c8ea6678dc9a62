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

/**
 * Remembers answers, and those under way, until the version changes; reads each time while it is
 * unknown. An answer that a change overtook is given to those who wait for it, and not kept.
 */
export function createVersionCache<T>(version: () => number | undefined, most: number) {
  const answers = new Map<string, Promise<T>>();
  let of: number | undefined;
  return (key: string, read: () => Promise<T>): Promise<T> => {
    const now = version();
    if (now !== of || answers.size >= most) answers.clear();
    of = now;
    if (now === undefined) return read();
    const known = answers.get(key);
    if (known !== undefined) return known;
    const reading = read();
    answers.set(key, reading);
    reading.catch(() => {
      if (answers.get(key) === reading) answers.delete(key);
    });
    return reading;
  };
}

/** Rows of a page as the portal requests it by default. */
const SMALL_ROWS = 10;
const MOST_PAGES = 1_000;
const MOST_LARGE_PAGES = 100;

interface ListPages<Row> {
  readonly db: Db;
  /** Another number whenever the content of a page may have changed; undefined while that is unknown. */
  readonly version: () => number | undefined;
  readonly readRows: (ids: readonly string[]) => Promise<readonly Row[]>;
  /** Larger pages that the portal offers. Pages of other sizes are not remembered. */
  readonly largeSizes?: readonly number[];
}

interface ListPage<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
}

/** Reads pages with their rows, and remembers them until something changes. */
export function createListPages<Row>({ db, version, readRows, largeSizes = [] }: ListPages<Row>) {
  const pages = createVersionCache<ListPage<Row>>(version, MOST_PAGES);
  const largePages = createVersionCache<ListPage<Row>>(version, MOST_LARGE_PAGES);
  return (search: ListSearch): Promise<ListPage<Row>> => {
    const { key, limit } = search;
    const read = async (): Promise<ListPage<Row>> => {
      const { total, ids } = await findPage(db, search);
      return { total, rows: await readRows(ids) };
    };
    if (limit <= SMALL_ROWS) return pages(key, read);
    return largeSizes.includes(limit) ? largePages(key, read) : read();
  };
}
