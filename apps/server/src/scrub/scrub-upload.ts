import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import { sealedData } from "../domain/uploads/sealed-files.ts";
import type { Upload } from "../domain/uploads/upload-record.ts";
import type { Db } from "../platform/postgres/schema.ts";
import {
  DataReplaced,
  forgetEarlierReadings,
  type ReadingDeps,
  readPlaces,
} from "./read-places.ts";

/** Less than this is not worth a timer, ms. */
const SHORTEST_WAIT_MS = 20;

/** Keeps reading to so many bytes a second, on the average from its beginning on. */
export class ReadPace {
  readonly #bytesPerSecond: number;
  readonly #now: () => number;
  /** When all that was taken so far may have been read, ms. */
  #due = 0;

  /** `now` gives milliseconds of a clock that only runs forward. */
  constructor(bytesPerSecond: number, now: () => number) {
    this.#bytesPerSecond = bytesPerSecond;
    this.#now = now;
  }

  /** Counts bytes that were read; answers how long to wait before the next, ms. */
  take(bytes: number): number {
    const now = this.#now();
    this.#due = Math.max(this.#due, now) + (bytes * 1_000) / this.#bytesPerSecond;
    const wait = this.#due - now;
    return wait < SHORTEST_WAIT_MS ? 0 : wait;
  }

  /** The same, and waits; rejects where the signal aborts. */
  async keep(bytes: number, signal: AbortSignal): Promise<void> {
    const wait = this.take(bytes);
    if (wait > 0) await sleep(wait, undefined, { signal });
  }
}

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
  const fresh = { begun: clock(), ended: null, sealed, position: 0, cold: 0 };
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
  { upload, sealed, begun, cold }: { upload: Upload; sealed: string; begun: Date; cold: number },
): Promise<void> {
  const whole = { begun, ended: sql<Date>`now()`, sealed, position: 0, cold };
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
      onRead: async (places, bytes, cold) => {
        const read = sql<number>`bytes + ${bytes}::bigint`;
        const skipped = sql<number>`cold + ${cold}::integer`;
        await kept.set({ position: places, bytes: read, cold: skipped }).execute();
      },
    });
    await forgetEarlierReadings(db, { upload, data }, begun);
  } catch (error) {
    if (!(error instanceof DataReplaced)) throw error;
  }
  await kept.set({ ended: sql<Date>`now()` }).execute();
}
