import { sql } from "kysely";
import { sealedData } from "../domain/uploads/sealed-files.ts";
import type { Upload } from "../domain/uploads/upload-record.ts";
import type { Db } from "../platform/postgres/schema.ts";
import {
  DataReplaced,
  forgetEarlierReadings,
  type ReadingDeps,
  readPlaces,
} from "./read-places.ts";
import type { ReadPace } from "./read-pace.ts";

export interface ScrubDeps extends ReadingDeps {
  readonly pace: ReadPace;
}

/** When the scrub began, and how many places an earlier run of it has read. */
async function begin(
  { db, clock }: ScrubDeps,
  upload: Upload,
  sealed: string,
): Promise<{ begun: Date; position: number }> {
  const known = await db
    .selectFrom("scrubs")
    .select(["sealed", "begun", "ended", "position"])
    .where("upload_id", "=", upload.id)
    .executeTakeFirst();
  if (known?.sealed === sealed && known.ended === null) return known;
  const fresh = { begun: clock(), ended: null, sealed, position: 0 };
  await db
    .insertInto("scrubs")
    .values({ upload_id: upload.id, bytes: 0, ...fresh })
    .onConflict((conflict) => conflict.column("upload_id").doUpdateSet(fresh))
    .execute();
  return fresh;
}

/** An order that has read all of an upload counts as its scrub. */
export async function countAsScrub(
  db: Db,
  { upload, sealed, begun }: { upload: Upload; sealed: string; begun: Date },
): Promise<void> {
  const whole = { begun, ended: sql<Date>`now()`, sealed, position: 0 };
  await db
    .insertInto("scrubs")
    .values({ upload_id: upload.id, bytes: 0, ...whole })
    .onConflict((conflict) => conflict.column("upload_id").doUpdateSet(whole))
    .execute();
}

/**
 * Reads what is stored of an upload at the pace of scrubs; run again, it goes on where it was. Data
 * that is replaced meanwhile has a scrub of its own.
 */
export async function scrubUpload(
  deps: ScrubDeps,
  upload: Upload,
  signal: AbortSignal,
): Promise<void> {
  const { db, pace } = deps;
  const data = await sealedData(deps, upload);
  const { begun, position } = await begin(deps, upload, data.sealed);
  const kept = db.updateTable("scrubs").where("upload_id", "=", upload.id);
  try {
    await readPlaces(deps, {
      upload,
      data,
      from: position,
      filesAtOnce: 1,
      signal,
      onBytes: (bytes) => pace.keep(bytes, signal),
      onRead: async (places, bytes) => {
        const read = sql<number>`bytes + ${bytes}::bigint`;
        await kept.set({ position: places, bytes: read }).execute();
      },
    });
    await forgetEarlierReadings(db, { upload, data }, begun);
  } catch (error) {
    if (!(error instanceof DataReplaced)) throw error;
  }
  await kept.set({ ended: sql<Date>`now()` }).execute();
}
