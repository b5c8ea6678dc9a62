import type { StorageUse } from "@swath/contract/uploads";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

/** What is stored where, and how much of it is wanted. */
export interface StorageLimit {
  /** The buckets of rebuilt data, outputs and archives: what is landing is not counted. */
  readonly buckets: readonly string[];
  /** Bytes; undefined: none. */
  readonly softLimit: number | undefined;
}

/**
 * Bytes by bucket, as the inventory has them: triggers keep the sum of each folder, so that this reads one row of
 * each bucket by its key, however much is stored. A bucket that was never scanned is left out.
 */
export async function storedBytes(
  db: Db,
  buckets: readonly string[],
): Promise<readonly { readonly bucket: string; readonly bytes: number }[]> {
  const { rows } = await sql<{ bucket: string; bytes: number }>`SELECT f.bucket, f.bytes
    FROM unnest(${[...new Set(buckets)]}::text[]) AS wanted (bucket)
    JOIN stored_folders f ON f.bucket = wanted.bucket AND f.prefix = ''`.execute(db);
  return rows;
}

export async function readStorageUse(
  db: Db,
  { buckets, softLimit }: StorageLimit,
): Promise<StorageUse> {
  const stored = await storedBytes(db, buckets);
  const used = stored.reduce((sum, { bytes }) => sum + bytes, 0);
  return { used, limit: softLimit ?? null };
}
