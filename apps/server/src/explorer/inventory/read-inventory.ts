import { sql } from "kysely";
import type { ColdState } from "../../platform/object-store/object-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** An object, or with all but the key null a folder, whose key ends in `/`. */
interface InventoryRow {
  readonly key: string;
  readonly size: number | null;
  readonly modified: Date | null;
  readonly storage_class: string | null;
}

/** What the inventory knows of whether objects of a bucket can be read, by key; those that always can are left out. */
export async function readCold(
  db: Db,
  bucket: string,
  keys: readonly string[],
): Promise<Map<string, ColdState>> {
  const rows = await db
    .selectFrom("stored_objects")
    .select(["key", "cold", "restored_until"])
    .where("bucket", "=", bucket)
    .where("key", "=", sql<string>`ANY (${keys}::text[])`)
    .where("cold", "is not", null)
    .execute();
  return new Map(rows.map(({ key, ...row }) => [key, coldOfRow(row)!]));
}

/** As the store says it. */
export function coldOfRow({ cold, restored_until: until }: ColdRow): ColdState | undefined {
  if (cold === null) return undefined;
  return cold === "restored" && until !== null ? { state: cold, until } : { state: cold };
}

interface ColdRow {
  readonly cold: ColdState["state"] | null;
  readonly restored_until: Date | null;
}

interface Part {
  readonly rows: readonly InventoryRow[];
  readonly more: boolean;
}

interface Slice {
  readonly after: string;
  readonly limit: number;
}

/** At most `limit` folders of a folder whose prefixes come after a key, and whether there are more. */
export async function readFolders(
  db: Db,
  { bucket, prefix }: { bucket: string; prefix: string },
  { after, limit }: Slice,
): Promise<Part> {
  const found = await db
    .selectFrom("stored_folders")
    .select("prefix as key")
    .where("bucket", "=", bucket)
    .where("parent", "=", prefix)
    .where("prefix", "<>", "")
    .where("prefix", ">", after)
    .orderBy("prefix")
    .limit(limit + 1)
    .execute();
  const rows = found.map(({ key }) => ({ key, size: null, modified: null, storage_class: null }));
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}

/** Entries that are read at once in search of objects among folders. */
const ENTRIES_AT_ONCE = 2_000;

/** At most `limit` objects that lie directly in a folder, after a key, and whether there are more. */
export async function readObjects(
  db: Db,
  { bucket, prefix }: { bucket: string; prefix: string },
  { after, limit }: Slice,
): Promise<Part> {
  const found: InventoryRow[] = [];
  let place = after;
  // Most folders have no folders among their objects.
  let most = limit + 1;
  for (let isLast = false; !isLast && found.length <= limit; most = ENTRIES_AT_ONCE) {
    const { rows } = await sql<InventoryRow>`
      SELECT * FROM folder_page(${bucket}, ${prefix}, ${place}, ${most})`.execute(db);
    found.push(...rows.filter(({ modified }) => modified !== null));
    place = rows.at(-1)?.key ?? place;
    isLast = rows.length < most;
  }
  return { rows: found.slice(0, limit), more: found.length > limit };
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
