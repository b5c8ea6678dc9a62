import { sql } from "kysely";
import type { SealedFile } from "@swath/contract/uploads";
import {
  isBringingBack,
  isStanding,
  readUpload,
  type Upload,
} from "../domain/uploads/upload-record.ts";
import type { DataStore, SealedData } from "../domain/uploads/sealed-files.ts";
import type { Clock } from "../platform/clock/clock.ts";
import { forEachConcurrently } from "../platform/concurrency/for-each.ts";
import type { ObjectPlace } from "../platform/object-store/object-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { keepFinding } from "./keep-damage.ts";
import { type Found, storedFault } from "./stored-fault.ts";

export interface ReadingDeps extends DataStore {
  readonly db: Db;
  readonly clock: Clock;
}

/** Places that are kept as read at once: so much is read again by a run that goes on after one that was killed. */
const CHUNK_PLACES = 64;
const CHUNK_BYTES = 67_108_864;
/** Places that follow one another share a time of reading, of which none is older than this. */
const RUN_MS = 60_000;

interface Place extends ObjectPlace {
  readonly at: number;
  readonly file: SealedFile;
}

/** A reading of all that is sealed of an upload. */
export interface Reading {
  readonly upload: Upload;
  readonly data: SealedData;
  /** The place that it begins with. */
  readonly from: number;
  readonly filesAtOnce: number;
  readonly signal: AbortSignal;
  readonly onBytes: (bytes: number) => Promise<void>;
  /**
   * Hears how many places are done, and of those since it last heard the bytes that were read, and how many
   * were in cold storage and were not read.
   */
  readonly onRead: (places: number, bytes: number, cold: number) => Promise<void>;
}

/** The upload's data was changed while it was read: what was read says nothing of it. */
export class DataReplaced extends Error {
  override readonly name = "DataReplaced";
}

/** Whether the data that is being read is still the upload's: it may be replaced at any time. */
export async function isReplaced(db: Db, { id, ready_at }: Upload): Promise<boolean> {
  const now = await readUpload(db, { uploadId: id });
  if (!isStanding(now) || now.ready_at?.getTime() !== ready_at?.getTime()) return true;
  return isBringingBack(db, id);
}

function* placesFrom({ data, from }: Reading): Generator<Place> {
  for (const { file, at, places } of data.entries)
    for (const [index, place] of places.entries())
      if (at + index >= from) yield { ...place, at: at + index, file };
}

function* chunks(reading: Reading): Generator<Place[]> {
  let chunk: Place[] = [];
  let bytes = 0;
  for (const place of placesFrom(reading)) {
    chunk.push(place);
    bytes += place.file.originalSize;
    if (chunk.length < CHUNK_PLACES && bytes < CHUNK_BYTES) continue;
    yield chunk;
    [chunk, bytes] = [[], 0];
  }
  if (chunk.length > 0) yield chunk;
}

/** Keeps when places were read and found as sealed, as runs of places. */
class Marks {
  readonly #db: Db;
  readonly #reading: Reading;
  #from = 0;
  #to = -1;
  #readAt = new Date(0);

  constructor(db: Db, reading: Reading) {
    this.#db = db;
    this.#reading = reading;
  }

  /** The places from `from` to before `to` are as sealed; each was read at `readAt` or later. */
  async keep(from: number, to: number, readAt: Date): Promise<void> {
    const goesOn = from === this.#to && readAt.getTime() - this.#readAt.getTime() < RUN_MS;
    if (!goesOn) [this.#from, this.#readAt] = [from, readAt];
    this.#to = to;
    const { upload, data } = this.#reading;
    const run = { from_place: this.#from, to_place: to, read_at: this.#readAt };
    await this.#db
      .insertInto("stored_readings")
      .values({ upload_id: upload.id, sealed: data.sealed, ...run })
      .onConflict((conflict) =>
        conflict
          .columns(["upload_id", "from_place", "read_at"])
          .doUpdateSet({ to_place: to, sealed: data.sealed }),
      )
      .execute();
  }
}

interface ReadPlace {
  readonly place: Place;
  readonly fault: Found;
}

/** Which of these are not as sealed; those of findings before that are whole again have none any more. */
async function keepFaults(db: Db, upload: Upload, read: readonly ReadPlace[]): Promise<void> {
  const faulty = read.flatMap(({ place, fault }) =>
    fault === undefined || fault === "cold" ? [] : [{ place, fault }],
  );
  if (faulty.length > 0 && (await isReplaced(db, upload))) throw new DataReplaced();
  for (const { place, fault } of faulty) await keepFinding(db, upload, place, fault);
  const whole = read.filter(({ fault }) => fault === undefined).map(({ place }) => place);
  const found = JSON.stringify(whole.map(({ bucket, key }) => ({ bucket, key })));
  await sql`DELETE FROM scrub_findings f
    USING jsonb_to_recordset(${found}::jsonb) AS w (bucket text, key text)
    WHERE f.upload_id = ${upload.id} AND f.bucket = w.bucket AND f.key = w.key`.execute(db);
}

/** Reads a chunk; answers how many of its places were read, all before the first that was not. */
async function readChunk(
  deps: ReadingDeps,
  reading: Reading,
  chunk: readonly Place[],
): Promise<{ read: ReadPlace[]; failure: unknown }> {
  const faults = new Map<Place, Found>();
  const of = { store: deps.store, signal: reading.signal, onBytes: reading.onBytes };
  let failure: unknown;
  try {
    await forEachConcurrently(chunk, reading.filesAtOnce, async (place) => {
      reading.signal.throwIfAborted();
      faults.set(place, await storedFault(of, place, place.file));
    });
  } catch (error) {
    failure = error;
  }
  const unread = chunk.findIndex((place) => !faults.has(place));
  const whole = unread === -1 ? chunk : chunk.slice(0, unread);
  return { read: whole.map((place) => ({ place, fault: faults.get(place) })), failure };
}

/**
 * Reads what is stored of an upload and compares it with what was sealed, place after place, until it
 * ends or the signal aborts; keeps what is damaged, and when the rest was read; what is in cold storage is
 * neither. Throws
 * {@link DataReplaced} where the data was changed meanwhile.
 */
export async function readPlaces(deps: ReadingDeps, reading: Reading): Promise<void> {
  const { db, clock } = deps;
  const { upload } = reading;
  const marks = new Marks(db, reading);
  for (const chunk of chunks(reading)) {
    const begun = clock();
    const { read, failure } = await readChunk(deps, reading, chunk);
    await keepFaults(db, upload, read);
    for (let from = 0; from < read.length;) {
      const next = read.findIndex(({ fault }, at) => at >= from && fault !== undefined);
      const to = next === -1 ? read.length : next;
      if (to > from) await marks.keep(read[from]!.place.at, read[to - 1]!.place.at + 1, begun);
      from = to + 1;
    }
    const last = read.at(-1)?.place;
    const warm = read.filter(({ fault }) => fault !== "cold");
    const bytes = warm.reduce((sum, { place }) => sum + place.file.originalSize, 0);
    if (last !== undefined) await reading.onRead(last.at + 1, bytes, read.length - warm.length);
    if (failure !== undefined) throw failure;
  }
}

/** A reading has ended that began then: what earlier ones kept is of no use any more. */
export async function forgetEarlierReadings(
  db: Db,
  { upload, data }: Pick<Reading, "upload" | "data">,
  begun: Date,
): Promise<void> {
  await db
    .deleteFrom("stored_readings")
    .where("upload_id", "=", upload.id)
    .where((or) => or.or([or("sealed", "!=", data.sealed), or("read_at", "<", begun)]))
    .execute();
}
