import { AppError } from "@swath/contract/errors";
import type { ColdOrder, FlightCold, RestoreTier } from "@swath/contract/cold";
import { type Insertable, type Selectable, sql } from "kysely";
import { workUnderWay } from "../../domain/cold/flight-work.ts";
import { type AuditEvent, recordEvent } from "../../platform/audit/record-event.ts";
import type { Queues } from "../../platform/queues/queues.ts";
import type { Database, Db, Trx } from "../../platform/postgres/schema.ts";
import { bucketsOfFlight, type ColdDeps } from "./cold-deps.ts";

export const COLD_QUEUE = "cold-storage";

export type Order = Selectable<Database["cold_orders"]>;
export type Orderer = Pick<AuditEvent, "actor" | "from">;

export interface ColdPlace {
  readonly bucket?: string | undefined;
  /** An object, or a folder with its `/`. */
  readonly prefix?: string | undefined;
}

export async function sendOrder(queues: Queues, id: number, within?: Db): Promise<void> {
  await queues.send(COLD_QUEUE, { id }, { key: String(id), ...(within && { within }) });
}

async function checkFlight(db: Db, flightId: string): Promise<void> {
  const flight = db.selectFrom("flights").select("flight_id").where("flight_id", "=", flightId);
  if ((await flight.executeTakeFirst()) !== undefined) return;
  throw new AppError("FLIGHT_NOT_FOUND", `there is no flight ${flightId}`);
}

const personOf = ({ actor }: Orderer) =>
  typeof actor === "string"
    ? { subject: null, user_name: null }
    : { subject: actor.subject, user_name: actor.name };

/** Keeps an order, and has a worker carry it out; one of the same that is open stays the only one. */
async function keepOrder(
  trx: Trx,
  queues: Queues,
  order: Insertable<Database["cold_orders"]>,
): Promise<boolean> {
  const kept = await trx
    .insertInto("cold_orders")
    .values(order)
    .onConflict((conflict) =>
      conflict
        .columns(["flight_id", "kind", "bucket", "prefix"])
        .where("ended", "is", null)
        .doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  if (kept === undefined) return false;
  await sendOrder(queues, kept.id, trx);
  return true;
}

const refused = (message: string): AppError => new AppError("COLD_REFUSED", message);

/**
 * Orders a flight's data and archives to be moved to the configured class. Throws FLIGHT_NOT_FOUND, and
 * COLD_REFUSED where there is no such class, or something works on the flight.
 */
export async function orderMove(
  { db, queues, storageClass }: Pick<ColdDeps, "db" | "queues" | "storageClass">,
  flightId: string,
  orderer: Orderer,
): Promise<void> {
  await checkFlight(db, flightId);
  if (storageClass === undefined)
    throw refused("no class for cold storage is configured (SWATH_COLD_CLASS)");
  await db.transaction().execute(async (trx) => {
    const against = await workUnderWay(trx, flightId);
    if (against !== undefined)
      throw refused(`${flightId} is not moved to cold storage: ${against}`);
    const order = { flight_id: flightId, kind: "move", storage_class: storageClass } as const;
    if (!(await keepOrder(trx, queues, { ...order, ...personOf(orderer) }))) return;
    const detail = { storageClass };
    await recordEvent(trx, { ...orderer, action: "cold.moveOrdered", flightId, detail });
  });
}

interface RestoreBody extends ColdPlace {
  readonly days: number;
  readonly tier: RestoreTier;
}

/**
 * Orders a flight, or a part of it, to be restored. Throws FLIGHT_NOT_FOUND, OBJECT_NOT_FOUND for a place that is
 * not the flight's, and COLD_REFUSED where the store has no cold classes.
 */
export async function orderRestore(
  deps: Pick<ColdDeps, "db" | "queues" | "buckets" | "hasClasses">,
  flightId: string,
  { bucket = "", prefix = "", days, tier }: RestoreBody,
  orderer: Orderer,
): Promise<void> {
  const { db, queues, hasClasses } = deps;
  await checkFlight(db, flightId);
  if (!hasClasses) throw refused("this store has no cold storage: everything can be read");
  const isOwn = bucket === "" || bucketsOfFlight(deps).includes(bucket);
  if (!isOwn || !(prefix === "" || prefix.startsWith(`${flightId}/`)))
    throw new AppError("OBJECT_NOT_FOUND", "this place is not the flight's", { bucket, prefix });
  await db.transaction().execute(async (trx) => {
    const order = { flight_id: flightId, kind: "restore", bucket, prefix, days, tier } as const;
    if (!(await keepOrder(trx, queues, { ...order, ...personOf(orderer) }))) return;
    const place = bucket === "" && prefix === "" ? null : `s3://${bucket}/${prefix}`;
    const detail = { place, days, tier };
    await recordEvent(trx, { ...orderer, action: "cold.restoreOrdered", flightId, detail });
  });
}

function orderOf(order: Order | undefined): ColdOrder | null {
  if (order === undefined) return null;
  const { ordered, user_name: by, ended, objects, bytes, unready, reason } = order;
  const times = { ordered: ordered.toISOString(), ended: ended?.toISOString() ?? null };
  return { ...times, by, objects, bytes, unready, reason };
}

interface Group {
  readonly state: "cold" | "restoring" | "restored";
  readonly storage_class: string | null;
  readonly objects: number;
  readonly bytes: number;
  readonly until: Date | null;
}

/** Objects of a flight at a place that are of a cold class, by the inventory. */
async function coldGroups(deps: ColdDeps, flightId: string, place: ColdPlace): Promise<Group[]> {
  const { bucket, prefix = "" } = place;
  const own = bucketsOfFlight(deps).filter((name) => bucket === undefined || name === bucket);
  // Keys come in the order of their bytes: `0` follows `/`.
  const { rows } = await sql<Group>`
    SELECT cold AS state, storage_class, count(*) AS objects, sum(size)::bigint AS bytes,
      min(restored_until) AS until
    FROM stored_objects
    WHERE cold IS NOT NULL AND bucket = ANY (${own}::text[])
      AND key >= ${`${flightId}/`} AND key < ${`${flightId}0`} AND starts_with(key, ${prefix})
      AND (key = ${prefix} OR ${prefix === "" || prefix.endsWith("/")})
    GROUP BY cold, storage_class ORDER BY cold, storage_class`.execute(deps.db);
  return rows;
}

async function latest(
  { db }: ColdDeps,
  flightId: string,
  kind: Order["kind"],
  { bucket, prefix = "" }: ColdPlace,
): Promise<Order | undefined> {
  const orders = db
    .selectFrom("cold_orders")
    .selectAll()
    .where("flight_id", "=", flightId)
    .where("kind", "=", kind)
    .where(sql<boolean>`starts_with(${prefix}, prefix)`);
  const here =
    bucket === undefined
      ? orders.where("bucket", "=", "")
      : orders.where("bucket", "in", ["", bucket]);
  return here.orderBy("id", "desc").limit(1).executeTakeFirst();
}

function groupOf(
  { state, storage_class: storageClass, until, objects, bytes }: Group,
  restore: Order | undefined,
): FlightCold["groups"][number] {
  const order = state === "restoring" ? restore : undefined;
  const times = {
    since: order?.ordered.toISOString() ?? null,
    until: until?.toISOString() ?? null,
  };
  return { state, storageClass, objects, bytes, tier: order?.tier ?? null, ...times };
}

/** What of a flight, at a place, is in cold storage, and the latest orders. Throws FLIGHT_NOT_FOUND. */
export async function readCold(
  deps: ColdDeps,
  flightId: string,
  place: ColdPlace = {},
): Promise<FlightCold> {
  await checkFlight(deps.db, flightId);
  const [groups, move, restore] = await Promise.all([
    coldGroups(deps, flightId, place),
    latest(deps, flightId, "move", {}),
    latest(deps, flightId, "restore", place),
  ]);
  return {
    movesTo: deps.storageClass ?? null,
    move: orderOf(move),
    restore: orderOf(restore),
    groups: groups.map((group) => groupOf(group, restore)),
  };
}
