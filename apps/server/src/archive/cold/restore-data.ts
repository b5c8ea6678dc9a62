import { sql } from "kysely";
import { isAt } from "../../domain/cold/cold-facts.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";
import type { ObjectPlace, StoredObject } from "../../platform/object-store/object-store.ts";
import { objectsBelow } from "../../platform/object-store/objects-below.ts";
import { isReadable } from "../../platform/object-store/store-refusals.ts";
import { bucketsOfFlight, type ColdDeps } from "./cold-deps.ts";
import type { Order } from "./cold-orders.ts";

const RESTORES_AT_ONCE = 16;

/** The objects of an order that are of a cold class. */
async function* coldObjects(
  deps: ColdDeps,
  { flight_id: flightId, bucket: only, prefix }: Order,
): AsyncGenerator<ObjectPlace & StoredObject> {
  for (const bucket of bucketsOfFlight(deps)) {
    if (only !== "" && bucket !== only) continue;
    for await (const object of objectsBelow(deps.store, bucket, prefix || `${flightId}/`)) {
      if (!isAt(object.key, prefix)) continue;
      if (object.cold !== undefined) yield { bucket, ...object };
      // No listing says whether it is in an archive tier.
      else if (object.storageClass === "INTELLIGENT_TIERING") {
        const found = await deps.store.head(bucket, object.key);
        if (found?.cold !== undefined) yield { bucket, ...found };
      }
    }
  }
}

class Restored {
  objects = 0;
  bytes = 0;
  unready = 0;
  until: Date | undefined;

  add(object: StoredObject): void {
    const { cold, size } = object;
    this.objects += 1;
    this.bytes += size;
    if (!isReadable(object)) this.unready += 1;
    if (cold?.state !== "restored" || cold.until === undefined) return;
    if (this.until === undefined || cold.until < this.until) this.until = cold.until;
  }
}

/**
 * Asks the store for every object of an order that cannot be read, and at first for those that were restored before,
 * so that they stay for as long; ends the order once all can be read. Run again, it asks for nothing twice.
 */
export async function restoreData(
  deps: ColdDeps,
  order: Order,
  signal: AbortSignal,
): Promise<void> {
  const { db, store } = deps;
  const asked = { days: order.days ?? 1, tier: order.tier ?? "Standard" };
  const found = new Restored();
  await forEachConcurrently(coldObjects(deps, order), RESTORES_AT_ONCE, async (object) => {
    signal.throwIfAborted();
    const isWanted = object.cold?.state === "cold" || order.looked === null;
    found.add(isWanted ? await store.restore(object, asked) : object);
  });
  await db.transaction().execute(async (trx) => {
    const { objects, bytes, unready, until = null } = found;
    const isDone = unready === 0;
    const kept = await trx
      .updateTable("cold_orders")
      .set({
        objects,
        bytes,
        unready,
        reason: null,
        begun: sql<Date>`coalesce(begun, now())`,
        looked: sql<Date>`now()`,
        ...(isDone ? { ended: sql<Date>`now()`, outcome: "done" as const, until } : {}),
      })
      .where("id", "=", order.id)
      .where("ended", "is", null)
      .executeTakeFirst();
    if (kept.numUpdatedRows === 0n || !isDone) return;
    await recordEvent(trx, {
      action: "cold.restored",
      actor: "swath",
      flightId: order.flight_id,
      detail: { order: order.id, objects, bytes, until: until?.toISOString() ?? null },
    });
  });
}
