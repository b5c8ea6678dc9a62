import { AppError } from "@swath/contract/errors";
import {
  EXPLORER_PAGE_SIZE,
  type ExplorerEntry,
  type SearchResult,
} from "@swath/contract/explorer";
import { sql } from "kysely";
import { coldFacts } from "../domain/cold/cold-facts.ts";
import type { ColdState } from "../platform/object-store/object-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { coldOfRow, readScanTimes } from "./inventory/read-inventory.ts";

/** A search that takes longer is refused as too wide. */
const MOST_MS = 5_000;
/** PostgreSQL's code of a statement that ran into its timeout. */
const CANCELED = "57014";

interface Found {
  readonly key: string;
  readonly size: number;
  readonly modified: Date | null;
  readonly storage_class: string | null;
  readonly objects: number | null;
  readonly cold: ColdState["state"] | null;
  readonly restored_until: Date | null;
}

/** The LIKE pattern of a search: a part of the name, or the whole name where it has a `*`. */
function namePattern(text: string): string {
  const escaped = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  return text.includes("*") ? escaped.replaceAll("*", "%") : `%${escaped}%`;
}

/** Keys below a prefix, other than itself. */
const below = (prefix: string) =>
  prefix === "" ? sql`key > ''` : sql`key > ${prefix} AND key < ${`${prefix.slice(0, -1)}0`}`;

function query({ bucket, prefix, text }: { bucket: string; prefix: string; text: string }) {
  const limit = EXPLORER_PAGE_SIZE + 1;
  const matches = sql`name LIKE lower(${namePattern(text)})`;
  return sql<Found>`
    (SELECT key, bytes AS size, NULL::timestamptz AS modified, NULL AS storage_class, objects,
        NULL AS cold, NULL::timestamptz AS restored_until
      FROM (SELECT *, prefix AS key FROM stored_folders) AS folders
      WHERE bucket = ${bucket} AND ${below(prefix)} AND ${matches} LIMIT ${limit})
    UNION ALL
    (SELECT key, size, modified, storage_class, NULL, cold, restored_until
      FROM stored_objects
      WHERE bucket = ${bucket} AND ${below(prefix)} AND ${matches} LIMIT ${limit})
    LIMIT ${limit}`;
}

function toEntry(found: Found): ExplorerEntry {
  const { key, size, modified, storage_class: storageClass, objects } = found;
  const cold = coldOfRow(found);
  return {
    key,
    type: objects === null ? "File" : "Folder",
    lastModified: modified?.toISOString() ?? null,
    size,
    objectCount: objects,
    storageClass,
    ...(cold && { cold: coldFacts({ storageClass, cold }) }),
  };
}

async function within(db: Db, place: Parameters<typeof query>[0]): Promise<Found[]> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`SELECT set_config('statement_timeout', ${String(MOST_MS)}, true)`.execute(trx);
      return (await query(place).execute(trx)).rows;
    });
  } catch (error) {
    if ((error as { code?: string }).code !== CANCELED) throw error;
    const message = "the search takes too long; name more of what you look for";
    throw new AppError("SEARCH_TOO_WIDE", message);
  }
}

/**
 * The first objects and folders found below a prefix whose names match; folders come first. Answered
 * from the inventory. Throws SEARCH_TOO_WIDE.
 */
export async function searchObjects(
  db: Db,
  place: { bucket: string; prefix: string; text: string },
): Promise<SearchResult> {
  const found = await within(db, place);
  const times = await readScanTimes(db, [place.bucket]);
  return {
    objectList: found.slice(0, EXPLORER_PAGE_SIZE).map(toEntry),
    isTruncated: found.length > EXPLORER_PAGE_SIZE,
    inventoryTime: times.get(place.bucket)?.toISOString() ?? null,
  };
}
