import { availableParallelism } from "node:os";
import { sql } from "kysely";
import { sealedData, type SealedData } from "../domain/uploads/sealed-files.ts";
import { readUpload, type Upload } from "../domain/uploads/upload-record.ts";
import { recordEvent } from "../platform/audit/record-event.ts";
import {
  DataReplaced,
  forgetEarlierReadings,
  isReplaced,
  type ReadingDeps,
  readPlaces,
} from "./read-places.ts";
import { countAsScrub } from "./scrub-upload.ts";
import { endVerification, type Verification } from "./verification-record.ts";

export interface VerificationDeps extends ReadingDeps {
  /** Milliseconds of a clock that only runs forward. */
  readonly now: () => number;
}

/** Files whose bytes are read at once: the store is shared with everybody's uploads. */
const FILES_AT_ONCE = Math.min(4, Math.max(2, availableParallelism()));
const PROGRESS_MS = 1_000;

/** Somebody ended the order while it was read. */
class OrderEnded extends Error {
  override readonly name = "OrderEnded";
}

/** Bytes in the places before a number of them. */
function bytesBefore({ entries }: SealedData, position: number): number {
  let bytes = 0;
  for (const { file, at, places } of entries)
    bytes += file.originalSize * Math.min(places.length, Math.max(0, position - at));
  return bytes;
}

/** How far a reading has come, as people see it; throws {@link OrderEnded} once the order has ended. */
class Progress {
  readonly #deps: VerificationDeps;
  readonly #id: number;
  readonly #ending = new AbortController();
  #bytes: number;
  #keptAt = -Infinity;

  constructor(deps: VerificationDeps, id: number, bytes: number) {
    this.#deps = deps;
    this.#id = id;
    this.#bytes = bytes;
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  readonly add = async (bytes: number): Promise<void> => {
    this.#bytes += bytes;
    const now = this.#deps.now();
    if (now - this.#keptAt < PROGRESS_MS) return;
    this.#keptAt = now;
    await this.keep({});
  };

  /** The places before a position are done; so many of them were in cold storage since it was last told. */
  async keep({ cold = 0, ...facts }: { position?: number; cold?: number }): Promise<void> {
    const kept = await this.#deps.db
      .updateTable("stored_verifications")
      .set({ bytes: this.#bytes, cold: sql<number>`cold + ${cold}::integer`, ...facts })
      .where("id", "=", this.#id)
      .where("ended", "is", null)
      .executeTakeFirst();
    if (kept.numUpdatedRows === 1n) return;
    this.#ending.abort(new OrderEnded());
    throw new OrderEnded();
  }
}

interface Begun {
  readonly begun: Date;
  readonly position: number;
  readonly bytes: number;
}

/** An order that was begun goes on where it was, unless the manifests were sealed again since. */
async function begin(
  { db, clock }: VerificationDeps,
  order: Verification,
  data: SealedData,
): Promise<Begun> {
  const goesOn = order.sealed === data.sealed && order.begun !== null;
  const begun = goesOn ? order.begun! : clock();
  const position = goesOn ? order.position : 0;
  const bytes = bytesBefore(data, position);
  await db
    .updateTable("stored_verifications")
    .set({
      begun,
      sealed: data.sealed,
      position,
      bytes,
      ...(goesOn ? {} : { cold: 0 }),
      files: data.entries.length,
      total_bytes: bytesBefore(data, data.places),
    })
    .where("id", "=", order.id)
    .where("ended", "is", null)
    .execute();
  return { begun, position, bytes };
}

/** Files of which a place is damaged. */
async function damagedFiles({ db }: VerificationDeps, upload: Upload): Promise<number> {
  const { files } = await db
    .selectFrom("scrub_findings")
    .select((count) => count.fn.count<number>("key").distinct().as("files"))
    .where("upload_id", "=", upload.id)
    .executeTakeFirstOrThrow();
  return files;
}

/** Places that were in cold storage, and were not read. */
async function coldPlaces({ db }: VerificationDeps, { id }: Verification): Promise<number> {
  const row = await db
    .selectFrom("stored_verifications")
    .select("cold")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.cold;
}

async function settle(
  deps: VerificationDeps,
  order: Verification,
  { upload, data, outcome }: { upload: Upload; data: SealedData; outcome: "read" | "replaced" },
): Promise<void> {
  const damaged = await damagedFiles(deps, upload);
  const cold = await coldPlaces(deps, order);
  await deps.db.transaction().execute(async (trx) => {
    if (!(await endVerification(trx, order.id, { outcome, damaged }))) return;
    await recordEvent(trx, {
      action: "upload.verified",
      actor: "swath",
      flightId: upload.flight_id,
      uploadId: upload.id,
      detail: {
        files: data.entries.length,
        bytes: bytesBefore(data, data.places),
        damaged,
        cold,
        replaced: outcome === "replaced",
      },
    });
  });
}

async function readAll(
  deps: VerificationDeps,
  order: Verification,
  { upload, data, signal }: { upload: Upload; data: SealedData; signal: AbortSignal },
): Promise<void> {
  const { begun, position, bytes } = await begin(deps, order, data);
  const progress = new Progress(deps, order.id, bytes);
  await readPlaces(deps, {
    upload,
    data,
    from: position,
    filesAtOnce: FILES_AT_ONCE,
    signal: AbortSignal.any([signal, progress.signal]),
    onBytes: progress.add,
    onRead: (places, _bytes, cold) => progress.keep({ position: places, cold }),
  });
  if (await isReplaced(deps.db, upload)) throw new DataReplaced();
  await forgetEarlierReadings(deps.db, { upload, data }, begun);
  const cold = await coldPlaces(deps, order);
  await countAsScrub(deps.db, { upload, sealed: data.sealed, begun, cold });
}

/**
 * Reads every stored file of an order's upload at full speed; killed and run again it goes on where it
 * was. Returns once the order has ended, however it did; rejects where the store or the database fails.
 */
export async function runVerification(
  deps: VerificationDeps,
  order: Verification,
  signal: AbortSignal,
): Promise<void> {
  const upload = await readUpload(deps.db, { uploadId: order.upload_id });
  const data = await sealedData(deps, upload);
  try {
    if (await isReplaced(deps.db, upload)) throw new DataReplaced();
    await readAll(deps, order, { upload, data, signal });
    await settle(deps, order, { upload, data, outcome: "read" });
  } catch (error) {
    if (error instanceof OrderEnded) return;
    if (!(error instanceof DataReplaced)) throw error;
    await settle(deps, order, { upload, data, outcome: "replaced" });
  }
}
