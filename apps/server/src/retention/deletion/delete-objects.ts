import { sql } from "kysely";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";

export interface ObjectDeps {
  readonly db: Db;
  readonly store: ObjectStore;
}

export interface Place {
  readonly bucket: string;
  readonly prefix: string;
}

/**
 * Removes everything below a place, a page at a time: written down, removed, and marked as removed. Begun again
 * it goes on with what still stands; what was removed and not marked no longer stands, and is marked at the end.
 */
export async function emptyPlace(
  { db, store }: ObjectDeps,
  deletion: number,
  { bucket, prefix }: Place,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { objects } = await store.list(bucket, { prefix });
    if (objects.length === 0) break;
    const rows = objects.map(({ key, size, version, checksums }) => ({
      deletion,
      bucket,
      key,
      size,
      version,
      checksums: JSON.stringify(checksums),
    }));
    await db
      .insertInto("deletion_objects")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await store.remove(
      bucket,
      objects.map(({ key }) => key),
    );
    await markRemoved(
      db,
      deletion,
      bucket,
      rows.map(({ key }) => key),
    );
  }
  await sql`UPDATE deletion_objects SET removed = now() WHERE deletion = ${deletion}
    AND bucket = ${bucket} AND starts_with(key, ${prefix}) AND removed IS NULL`.execute(db);
}

async function markRemoved(
  db: Db,
  deletion: number,
  bucket: string,
  keys: readonly string[],
): Promise<void> {
  await sql`UPDATE deletion_objects SET removed = now() WHERE deletion = ${deletion}
    AND bucket = ${bucket} AND key = ANY (${keys}::text[]) AND removed IS NULL`.execute(db);
}
