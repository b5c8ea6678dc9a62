import { sql } from "kysely";
import type { ObjectPlace } from "../../platform/object-store/object-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { SealedData, SealedEntry } from "./sealed-files.ts";

/** The store's clock may be ahead of, or behind, the server's by so much. */
const CLOCKS_DIFFER_MS = 300_000;

interface Run {
  readonly from_place: number;
  readonly to_place: number;
  readonly read_at: Date;
}

/** When each place was last read by a scrub or by order, by its number; 0 where none was. */
async function timesRead(db: Db, uploadId: string, data: SealedData): Promise<Float64Array> {
  const runs: Run[] = await db
    .selectFrom("stored_readings")
    .select(["from_place", "to_place", "read_at"])
    .where("upload_id", "=", uploadId)
    .where("sealed", "=", data.sealed)
    .orderBy("read_at")
    .execute();
  const times = new Float64Array(data.places);
  for (const { from_place, to_place, read_at } of runs)
    times.fill(read_at.getTime(), from_place, to_place);
  return times;
}

/** What is known of readings of an upload's data. */
export interface Readings {
  /**
   * When a place was last read and found as sealed, of the object that stands there since `modified`:
   *
   * uploads/S1 by a scrub or an order that went by the manifests that are sealed now;
   * uploads/S2 else by the rebuild that published the file, which the manifest says;
   * uploads/S3 what was stored after that reading, or after the manifest was sealed, was never read.
   */
  readAt(entry: SealedEntry, place: number, modified: Date): Date | null;
  /** Whether the latest reading of a place found it damaged. */
  isDamaged(place: ObjectPlace): boolean;
}

const keyOf = ({ bucket, key }: ObjectPlace): string => `${bucket}/${key}`;

/** Reads what is kept of an upload's readings: some rows, whatever the number of its files. */
export async function readReadings(db: Db, uploadId: string, data: SealedData): Promise<Readings> {
  const times = await timesRead(db, uploadId, data);
  const found = await db
    .selectFrom("scrub_findings")
    .select(["bucket", "key"])
    .where("upload_id", "=", uploadId)
    .execute();
  const damaged = new Set(found.map(keyOf));
  return {
    readAt({ file, sealed, at }, place, modified) {
      const since = modified.getTime() - CLOCKS_DIFFER_MS;
      const read = times[at + place] ?? 0;
      if (read > 0 && since <= read) return new Date(read);
      if (file.verified === undefined || since > sealed.getTime()) return null;
      return new Date(file.verified);
    },
    isDamaged: (place) => damaged.has(keyOf(place)),
  };
}

/** Forgets what was found of places that other bytes have taken since. */
export async function forgetFindings(
  db: Db,
  uploadId: string,
  isTaken: (key: string) => boolean,
): Promise<void> {
  const found = await db
    .selectFrom("scrub_findings")
    .select("key")
    .where("upload_id", "=", uploadId)
    .execute();
  const keys = found.map(({ key }) => key).filter(isTaken);
  if (keys.length === 0) return;
  await db
    .deleteFrom("scrub_findings")
    .where("upload_id", "=", uploadId)
    .where("key", "=", sql<string>`ANY (${keys})`)
    .execute();
}
