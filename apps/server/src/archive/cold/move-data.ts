import { AppError } from "@swath/contract/errors";
import { sql } from "kysely";
import { lockFlightData, workUnderWay } from "../../domain/cold/flight-work.ts";
import { sealedData } from "../../domain/uploads/sealed-files.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";
import type { ObjectPlace, StoredObject } from "../../platform/object-store/object-store.ts";
import { objectsBelow } from "../../platform/object-store/objects-below.ts";
import { tryExclusively } from "../../platform/postgres/exclusive-run.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { archiveManifestKey } from "../archive-place.ts";
import type { ColdDeps } from "./cold-deps.ts";
import type { Order } from "./cold-orders.ts";

/** S3 bills smaller objects of colder classes as of this size: 128 KiB. */
const LEAST_COLD_BYTES = 131_072;
const MOVES_AT_ONCE = 8;
/** Objects that are moved before it is looked again whether anything else works on the flight. */
const CHUNK = 64;

type MoveOrder = Order & { readonly storage_class: string };

/** Why a move ends before all is moved: in words, and not tried again by itself. */
class MoveStopped extends Error {
  override readonly name = "MoveStopped";
}

const READY = ["DATA_READY", "ARCHIVED"] as const;

const readyUploads = ({ db }: ColdDeps, flightId: string) =>
  db
    .selectFrom("uploads")
    .selectAll()
    .where("flight_id", "=", flightId)
    .where("status", "in", READY)
    .orderBy("id")
    .execute();

async function* placed(
  { store }: ColdDeps,
  bucket: string,
  prefix: string,
): AsyncGenerator<ObjectPlace & StoredObject> {
  for await (const object of objectsBelow(store, bucket, prefix)) yield { bucket, ...object };
}

/** The sealed files of ready uploads: manifests, and what others put beside them, are not among them. */
async function* uploadedData(deps: ColdDeps, flightId: string) {
  for (const upload of await readyUploads(deps, flightId)) {
    const { entries } = await sealedData(deps, upload);
    const places = entries.flatMap((entry) => entry.places);
    for (const [bucket, own] of Map.groupBy(places, (place) => place.bucket)) {
      const keys = new Set(own.map(({ key }) => key));
      const folders = new Set(own.map(({ key }) => key.split("/", 3).join("/")));
      for (const folder of folders)
        for await (const object of placed(deps, bucket, `${folder}/`))
          if (keys.has(object.key)) yield object;
    }
  }
}

/** What is archived of a flight, without the manifests, which validate it. */
async function* archivedData(deps: ColdDeps, flightId: string) {
  const archives = await deps.db
    .selectFrom("archives")
    .select(["kind", "bucket", "prefix"])
    .where("flight_id", "=", flightId)
    .execute();
  for (const { kind, bucket, prefix } of archives)
    for await (const object of placed(deps, bucket, prefix))
      if (object.key !== archiveManifestKey(flightId, kind)) yield object;
}

async function* chunksToMove(deps: ColdDeps, { flight_id: flightId, storage_class }: MoveOrder) {
  let chunk: (ObjectPlace & StoredObject)[] = [];
  for (const data of [uploadedData(deps, flightId), archivedData(deps, flightId)])
    for await (const object of data) {
      // What is cold already cannot be copied, and costs nothing more where it is.
      const isMoved = object.storageClass === storage_class || object.cold !== undefined;
      if (isMoved || object.size < LEAST_COLD_BYTES) continue;
      chunk.push(object);
      if (chunk.length < CHUNK) continue;
      yield chunk;
      chunk = [];
    }
  if (chunk.length > 0) yield chunk;
}

/** What else works on a flight, or is about to read its data; undefined where nothing does. */
async function opposing(db: Db, flightId: string): Promise<string | undefined> {
  const { rows } = await sql<{ why: string }>`
    SELECT 'stored files of it are being verified' AS why FROM stored_verifications v
      JOIN uploads u ON u.id = v.upload_id WHERE u.flight_id = ${flightId} AND v.ended IS NULL
    UNION ALL SELECT 'its data is being deleted' FROM deletion_flights f
      JOIN deletions d ON d.id = f.deletion WHERE f.flight_id = ${flightId} AND d.ended IS NULL
    LIMIT 1`.execute(db);
  return rows[0]?.why ?? workUnderWay(db, flightId);
}

/** Marks a move as under way, from when on no processing begins to read the data; answers what is against it. */
async function begin(db: Db, { id, flight_id: flightId }: MoveOrder): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockFlightData(trx, flightId);
    const against = await opposing(trx, flightId);
    if (against !== undefined) return against;
    await trx
      .updateTable("cold_orders")
      .set({ begun: sql<Date>`coalesce(begun, now())`, reason: null })
      .where("id", "=", id)
      .execute();
    return undefined;
  });
}

/** Objects that went, or were replaced, since they were listed: there is nothing to move of them. */
const GONE: ReadonlySet<string> = new Set(["OBJECT_NOT_FOUND", "OBJECT_CHANGED", "OBJECT_COLD"]);

async function moveObject(
  deps: ColdDeps,
  { storage_class: storageClass }: MoveOrder,
  { bucket, key, version }: ObjectPlace & StoredObject,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await deps.store.moveToClass({ bucket, key, version, storageClass, signal });
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (GONE.has(error.code)) return false;
    if (error.code === "COLD_REFUSED") throw new MoveStopped(`${key}: ${error.message}`);
    throw error;
  }
}

async function moveChunks(deps: ColdDeps, order: MoveOrder, signal: AbortSignal): Promise<void> {
  for await (const chunk of chunksToMove(deps, order)) {
    signal.throwIfAborted();
    const against = await opposing(deps.db, order.flight_id);
    if (against !== undefined) throw new MoveStopped(against);
    const moved = { objects: 0, bytes: 0 };
    try {
      await forEachConcurrently(chunk, MOVES_AT_ONCE, async (object) => {
        signal.throwIfAborted();
        if (!(await moveObject(deps, order, object, signal))) return;
        moved.objects += 1;
        moved.bytes += object.size;
      });
    } finally {
      await deps.db
        .updateTable("cold_orders")
        .set({
          objects: sql<number>`objects + ${moved.objects}::bigint`,
          bytes: sql<number>`bytes + ${moved.bytes}::bigint`,
        })
        .where("id", "=", order.id)
        .execute();
    }
  }
}

async function end(db: Db, order: MoveOrder, reason: string | undefined): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { storage_class: storageClass, flight_id: flightId } = order;
    const ended = await trx
      .updateTable("cold_orders")
      .set({
        ended: sql<Date>`now()`,
        outcome: reason === undefined ? "done" : "stopped",
        reason: reason ?? null,
      })
      .where("id", "=", order.id)
      .where("ended", "is", null)
      .returning(["objects", "bytes"])
      .executeTakeFirst();
    if (ended === undefined) return;
    const facts = { storageClass, ...ended };
    await recordEvent(
      trx,
      reason === undefined
        ? { action: "cold.moved", actor: "swath", flightId, detail: facts }
        : { action: "cold.moveStopped", actor: "swath", flightId, detail: { ...facts, reason } },
    );
  });
}

/** Runs a task while no archive and no rebuild of the flight runs; false where one does. */
async function alone(
  db: Db,
  [name, ...others]: readonly string[],
  signal: AbortSignal,
  task: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  if (name === undefined) {
    await task(signal);
    return true;
  }
  let isAlone = false;
  await tryExclusively(db, { name, signal }, async (lasting) => {
    isAlone = await alone(db, others, lasting, task);
  });
  return isAlone;
}

/**
 * Moves a flight's data and archives to the class of an order, as far as it is not there yet; killed and run again it
 * goes on with the rest. It ends where anything else works on the flight. Throws where the store fails.
 */
export async function moveData(
  deps: ColdDeps,
  order: MoveOrder,
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps;
  const uploads = await readyUploads(deps, order.flight_id);
  const names = [`archive ${order.flight_id}`, ...uploads.map(({ id }) => `rebuild ${id}`)];
  await alone(db, names, signal, async (lasting) => {
    const against = await begin(db, order);
    if (against !== undefined) return end(db, order, against);
    try {
      await moveChunks(deps, order, lasting);
    } catch (error) {
      if (error instanceof MoveStopped) return end(db, order, error.message);
      throw error;
    }
    await end(db, order, undefined);
  });
}
