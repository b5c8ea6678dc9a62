import { sql } from "kysely";
import type { GaugeSource } from "../../platform/metrics/metrics.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { ColdDeps } from "./cold-deps.ts";
import { COLD_QUEUE, type Order, sendOrder } from "./cold-orders.ts";
import { orderDueMoves } from "./cold-rule.ts";
import { moveData } from "./move-data.ts";
import { restoreData } from "./restore-data.ts";

const RESEND_SECONDS = 30;
const RULE_SECONDS = 3_600;
/** So often the store is asked how far a restore is. */
const LOOK_MINUTES = 10;
const ORDERS_AT_ONCE = 2;
const RESENT_AT_ONCE = 100;
const REASON_LENGTH = 4_000;

interface WorkDeps extends ColdDeps {
  /** Days without a change after which data is moved; undefined: by order alone. */
  readonly afterDays: number | undefined;
}

/** Orders that are to go on: of restores those that were not looked at for a while. */
const dueOrders = (db: Db) =>
  db
    .selectFrom("cold_orders")
    .select("id")
    .where("ended", "is", null)
    .where(sql<boolean>`(looked IS NULL OR looked < now() - ${LOOK_MINUTES} * interval '1 minute')`)
    .orderBy("id")
    .limit(RESENT_AT_ONCE);

async function carryOut(deps: ColdDeps, id: number, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  const order: Order | undefined = await db
    .selectFrom("cold_orders")
    .selectAll()
    .where("id", "=", id)
    .where("ended", "is", null)
    .executeTakeFirst();
  if (order === undefined) return;
  const { kind, storage_class: storageClass } = order;
  try {
    if (kind === "restore") await restoreData(deps, order, signal);
    else if (storageClass !== null)
      await moveData(deps, { ...order, storage_class: storageClass }, signal);
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, REASON_LENGTH) : String(error);
    // The failure itself is what counts.
    if (!signal.aborted)
      await db
        .updateTable("cold_orders")
        .set({ reason })
        .where("id", "=", id)
        .execute()
        .catch(() => {});
    throw error;
  }
}

/** Carries orders out on this process, and orders by the rule what is due. */
export async function workCold(deps: WorkDeps): Promise<void> {
  const { db, queues, afterDays, hasClasses } = deps;
  if (!hasClasses) return;
  await queues.work<{ id: number }>(COLD_QUEUE, { concurrency: ORDERS_AT_ONCE }, (job) =>
    carryOut(deps, job.data.id, job.signal),
  );
  await queues.every("open-cold-orders", RESEND_SECONDS, async () => {
    for (const { id } of await dueOrders(db).execute()) await sendOrder(queues, id);
  });
  if (afterDays !== undefined)
    await queues.every("cold-storage-rule", RULE_SECONDS, () => orderDueMoves(deps, afterDays));
}

/** What is in cold storage by the inventory, and what orders moved there and restored. */
export const coldGauges = (db: Db) =>
  ({
    keptMs: 60_000,
    gauges: {
      swath_cold_objects: { help: "Objects of cold storage classes", labels: ["state"] },
      swath_cold_bytes: { help: "Bytes of objects of cold storage classes", labels: ["state"] },
      swath_cold_moved_bytes: { help: "Bytes that were moved to a colder storage class" },
      swath_cold_orders: {
        help: "Open orders to move data to cold storage, or to restore it",
        labels: ["kind"],
      },
      swath_cold_oldest_order_seconds: { help: "Age of the oldest of these" },
    },
    read: async () => {
      const { rows: states } = await sql<{ state: string; objects: number; bytes: number }>`
        SELECT cold AS state, count(*) AS objects, sum(size)::bigint AS bytes FROM stored_objects
        WHERE cold IS NOT NULL GROUP BY cold`.execute(db);
      const { rows } = await sql<{
        moves: number;
        restores: number;
        moved: number;
        oldest: number;
      }>`
        SELECT count(*) FILTER (WHERE ended IS NULL AND kind = 'move') AS moves,
          count(*) FILTER (WHERE ended IS NULL AND kind = 'restore') AS restores,
          coalesce(sum(bytes) FILTER (WHERE kind = 'move'), 0)::bigint AS moved,
          coalesce(extract(epoch FROM now() - min(ordered) FILTER (WHERE ended IS NULL)), 0)::float8
            AS oldest FROM cold_orders`.execute(db);
      const { moves = 0, restores = 0, moved = 0, oldest = 0 } = rows[0] ?? {};
      return {
        swath_cold_objects: states.map(({ state, objects: value }) => ({
          labels: { state },
          value,
        })),
        swath_cold_bytes: states.map(({ state, bytes: value }) => ({ labels: { state }, value })),
        swath_cold_moved_bytes: [{ value: moved }],
        swath_cold_orders: [
          { labels: { kind: "move" }, value: moves },
          { labels: { kind: "restore" }, value: restores },
        ],
        swath_cold_oldest_order_seconds: [{ value: oldest }],
      };
    },
  }) satisfies GaugeSource;
