import { sql } from "kysely";
import { isPrepared } from "../../domain/storage/prepared-place.ts";
import type { StoredObject } from "../../platform/object-store/object-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** A key with NUL, which S3 takes and no text of PostgreSQL can hold, stays out of the inventory. */
const storable = ({ key }: Pick<StoredObject, "key">): boolean => !key.includes("\0");

/** Keeps objects as the store reported them; an unchanged one costs no write. */
export async function recordObjects(
  db: Db,
  bucket: string,
  objects: readonly StoredObject[],
): Promise<void> {
  // Copies that the server made for itself are nobody's data.
  const held = objects.filter((object) => storable(object) && !isPrepared(object.key));
  if (held.length === 0) return;
  await sql`INSERT INTO stored_objects AS known (bucket, key, size, modified, storage_class, cold, restored_until)
    SELECT ${bucket}, reported.* FROM unnest(
      ${held.map(({ key }) => key)}::text[],
      ${held.map(({ size }) => size)}::bigint[],
      ${held.map(({ modified }) => modified.toISOString())}::timestamptz[],
      ${held.map(({ storageClass }) => storageClass)}::text[],
      ${held.map(({ cold }) => cold?.state ?? null)}::text[],
      ${held.map(({ cold }) => (cold?.state === "restored" ? (cold.until?.toISOString() ?? null) : null))}::timestamptz[]
    ) AS reported
    ON CONFLICT (bucket, key) DO UPDATE SET size = excluded.size, modified = excluded.modified,
      storage_class = excluded.storage_class, cold = excluded.cold,
      restored_until = excluded.restored_until, recorded = excluded.recorded
    WHERE (known.size, known.modified, known.storage_class, known.cold, known.restored_until)
      IS DISTINCT FROM (excluded.size, excluded.modified, excluded.storage_class, excluded.cold,
        excluded.restored_until)`.execute(db);
}

export async function forgetObjects(
  db: Db,
  bucket: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await sql`DELETE FROM stored_objects
    WHERE bucket = ${bucket} AND key = ANY (${keys.filter((key) => storable({ key }))}::text[])`.execute(
    db,
  );
}

/** Keys of a bucket between two others. */
export interface KeyRange {
  readonly after: string;
  /** The last one; without it, to the bucket's end. */
  readonly last: string | undefined;
}

/** Forgets what a listing of a range no longer holds, unless it was recorded since the listing was requested. */
export async function forgetMissing(
  db: Db,
  bucket: string,
  { after, last }: KeyRange,
  listing: { readonly keys: readonly string[]; readonly requested: Date },
): Promise<void> {
  const to = last === undefined ? sql`` : sql`AND key <= ${last}`;
  await sql`DELETE FROM stored_objects
    WHERE bucket = ${bucket} AND key > ${after} ${to} AND recorded < ${listing.requested}
      AND key <> ALL (${listing.keys}::text[])`.execute(db);
}
