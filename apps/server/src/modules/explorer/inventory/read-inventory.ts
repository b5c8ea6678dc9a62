import { sql } from "kysely";
import type { Db } from "../../../platform/postgres/schema.ts";

/** An object, or with all but the key null a folder, whose key ends in `/`. */
export interface InventoryRow {
  readonly key: string;
  readonly size: number | null;
  readonly modified: Date | null;
  readonly storage_class: string | null;
}

/** At most `limit` objects and folders of a folder that come after a key, and whether there are more. */
export async function readFolderPage(
  db: Db,
  { bucket, prefix }: { bucket: string; prefix: string },
  { after, limit }: { after: string; limit: number },
): Promise<{ rows: InventoryRow[]; more: boolean }> {
  const { rows } = await sql<InventoryRow>`
    SELECT * FROM folder_page(${bucket}, ${prefix}, ${after}, ${limit + 1})`.execute(db);
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}

export interface FolderTotals {
  readonly objects: number;
  /** Of the objects, those that lie directly in the folder. */
  readonly own_objects: number;
  readonly bytes: number;
}

/** What lies below each of some folders; those the inventory does not know are left out. */
export async function readTotals(
  db: Db,
  bucket: string,
  prefixes: readonly string[],
): Promise<Map<string, FolderTotals>> {
  const rows = await db
    .selectFrom("stored_folders")
    .select(["prefix", "objects", "own_objects", "bytes"])
    .where("bucket", "=", bucket)
    .where("prefix", "=", sql<string>`ANY (${prefixes}::text[])`)
    .execute();
  return new Map(rows.map(({ prefix, ...totals }) => [prefix, totals]));
}

/** How many folders lie directly in a folder. */
export async function countFolders(db: Db, bucket: string, prefix: string): Promise<number> {
  const { count } = await db
    .selectFrom("stored_folders")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("bucket", "=", bucket)
    .where("parent", "=", prefix)
    .where("prefix", "<>", "")
    .executeTakeFirstOrThrow();
  return count;
}

/** When the inventory of each bucket was last complete; those never scanned are left out. */
export async function readScanTimes(
  db: Db,
  buckets: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom("inventory_scans")
    .select(["bucket", "completed"])
    .where("bucket", "in", buckets.length === 0 ? [""] : buckets)
    .execute();
  return new Map(
    rows.flatMap(({ bucket, completed }) => (completed === null ? [] : [[bucket, completed]])),
  );
}
