import type { Queues } from "../platform/queues/queues.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { ArchiveDeps } from "./archive-deps.ts";
import { archiveFlight } from "./archive-flight.ts";
import {
  ARCHIVE_QUEUE,
  type ArchiveJob,
  OPEN_ORDERS,
  sendArchive,
} from "./orders/archive-order.ts";
import { orderClosedFlights } from "./orders/closed-flights.ts";

const RESEND_SECONDS = 5;
const CLOSED_SECONDS = 60;
const ARCHIVES_AT_ONCE = 2;
const RESENT_AT_ONCE = 100;

/** Asks for every open order, those of the command line too; one that waits or runs is not doubled. */
async function sendOpenOrders(db: Db, queues: Queues): Promise<void> {
  const open = await db
    .selectFrom("archive_orders")
    .select("flight_id")
    .where("status", "in", OPEN_ORDERS)
    .orderBy("ordered")
    .limit(RESENT_AT_ONCE)
    .execute();
  for (const { flight_id } of open) await sendArchive(queues, flight_id);
}

/** Runs the archive's background work on this process: orders, and the rule for closed projects. */
export async function workArchives(deps: ArchiveDeps & { readonly queues: Queues }): Promise<void> {
  const { db, queues } = deps;
  await queues.work<ArchiveJob>(ARCHIVE_QUEUE, { concurrency: ARCHIVES_AT_ONCE }, (job) =>
    archiveFlight(deps, job.data.flightId, job.signal),
  );
  await queues.every("open-archive-orders", RESEND_SECONDS, () => sendOpenOrders(db, queues));
  await queues.every("closed-projects", CLOSED_SECONDS, () =>
    orderClosedFlights(deps, (flightId, trx) => sendArchive(queues, flightId, trx)),
  );
}
