import { sql, type Selectable } from "kysely";
import type { ArchiveOrder } from "@swath/contract/archive";
import { AppError } from "@swath/contract/errors";
import { type AuditEvent, recordEvent } from "../../platform/audit/record-event.ts";
import type { Queues } from "../../platform/queues/queues.ts";
import type { Database, Db, Trx } from "../../platform/postgres/schema.ts";
import type { ArchiveDeps } from "../archive-place.ts";

export const ARCHIVE_QUEUE = "archive";

export interface ArchiveJob {
  readonly flightId: string;
}

type Order = Selectable<Database["archive_orders"]>;
export type Orderer = Pick<AuditEvent, "actor" | "from">;

/** Statuses of an order that a worker is to carry out. */
export const OPEN_ORDERS = ["WAITING", "RUNNING"] as const;
const isOpen = ({ status }: Order): boolean => status === "WAITING" || status === "RUNNING";

/** Queues an order, unless it waits or runs already. */
export async function sendArchive(queues: Queues, flightId: string, within?: Db): Promise<void> {
  const job: ArchiveJob = { flightId };
  await queues.send(ARCHIVE_QUEUE, job, { key: flightId, ...(within && { within }) });
}

const orderOfFlight = (db: Db, flightId: string) =>
  db.selectFrom("archive_orders").selectAll().where("flight_id", "=", flightId);

export const readOrder = (db: Db, flightId: string): Promise<Order | undefined> =>
  orderOfFlight(db, flightId).executeTakeFirst();

/** The same, locked until the transaction ends. */
export const lockOrder = (trx: Trx, flightId: string): Promise<Order | undefined> =>
  orderOfFlight(trx, flightId).forUpdate().executeTakeFirst();

/** What was archived of a flight so far. */
export async function finishedArchives(
  db: Db,
  flightId: string,
): Promise<Selectable<Database["archives"]>[]> {
  return db
    .selectFrom("archives")
    .selectAll()
    .where("flight_id", "=", flightId)
    .orderBy("kind")
    .execute();
}

function orderOf({ status, ordered, reason }: Order): ArchiveOrder {
  return { status, ordered: ordered.toISOString(), reason };
}

async function checkFlight(trx: Trx, flightId: string): Promise<boolean> {
  const found = await sql<{ ready: boolean }>`SELECT EXISTS (
      SELECT FROM uploads u WHERE u.flight_id = f.flight_id AND u.status = 'DATA_READY') AS ready
    FROM flights f WHERE f.flight_id = ${flightId}`.execute(trx);
  const [flight] = found.rows;
  if (flight === undefined)
    throw new AppError("FLIGHT_NOT_FOUND", `there is no flight ${flightId}`);
  return flight.ready;
}

/**
 * Orders the archive of a flight's ready uploads. One that is under way is not ordered twice; where
 * all was archived before, that order is answered. Throws FLIGHT_NOT_FOUND, NOTHING_TO_ARCHIVE.
 */
export async function orderArchive(
  { db, buckets }: Pick<ArchiveDeps, "db" | "buckets">,
  flightId: string,
  orderer: Orderer,
  send?: (flightId: string, trx: Trx) => Promise<void>,
): Promise<ArchiveOrder> {
  return db.transaction().execute(async (trx) => {
    const ready = await checkFlight(trx, flightId);
    const standing = await lockOrder(trx, flightId);
    if (standing !== undefined && (isOpen(standing) || (standing.status === "DONE" && !ready)))
      return orderOf(standing);
    if (!ready)
      throw new AppError("NOTHING_TO_ARCHIVE", `no data of ${flightId} is ready to be archived`);
    const values = { status: "WAITING", reason: null, ended: null } as const;
    const order = await trx
      .insertInto("archive_orders")
      .values({ flight_id: flightId, ...values })
      .onConflict((oc) => oc.column("flight_id").doUpdateSet({ ...values, ordered: sql`now()` }))
      .returningAll()
      .executeTakeFirstOrThrow();
    const detail = { bucket: buckets.archive, prefix: `${flightId}/` };
    await recordEvent(trx, { ...orderer, action: "archive.started", flightId, detail });
    await send?.(flightId, trx);
    return orderOf(order);
  });
}
