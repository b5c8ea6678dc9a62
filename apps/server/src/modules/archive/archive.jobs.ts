import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Db } from "../../platform/postgres/schema.ts";
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
async function sendOpenOrders(db: Db, jobs: Jobs): Promise<void> {
  const open = await db
    .selectFrom("archive_orders")
    .select("flight_id")
    .where("status", "in", OPEN_ORDERS)
    .orderBy("ordered")
    .limit(RESENT_AT_ONCE)
    .execute();
  for (const { flight_id } of open) await sendArchive(jobs, flight_id);
}

/** Runs the archive's background work on this process: orders, and the rule for closed projects. */
export async function workArchives(deps: ArchiveDeps & { readonly jobs: Jobs }): Promise<void> {
  const { db, jobs } = deps;
  await jobs.work<ArchiveJob>(ARCHIVE_QUEUE, { concurrency: ARCHIVES_AT_ONCE }, (job) =>
    archiveFlight(deps, job.data.flightId, job.signal),
  );
  await jobs.every("open-archive-orders", RESEND_SECONDS, () => sendOpenOrders(db, jobs));
  await jobs.every("closed-projects", CLOSED_SECONDS, () =>
    orderClosedFlights(deps, (flightId, trx) => sendArchive(jobs, flightId, trx)),
  );
}
