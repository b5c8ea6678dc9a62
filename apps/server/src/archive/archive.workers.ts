import { AppError } from "@swath/contract/errors";
import { sql } from "kysely";
import { SETTLED_UPLOADS } from "../domain/uploads/upload-record.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { Queues } from "../platform/queues/queues.ts";
import type { ArchiveDeps } from "./archive-place.ts";
import { archiveFlight } from "./archive-flight.ts";
import {
  ARCHIVE_QUEUE,
  type ArchiveJob,
  OPEN_ORDERS,
  orderArchive,
  type Orderer,
  sendArchive,
} from "./orders/archive-order.ts";

const AT_ONCE = 100;
const CLOSED = "Closed";

/**
 * Flights whose data is ready and whose projects are all closed. None of its uploads may be under
 * way or in doubt; an order that failed is left until an upload changes.
 */
async function closedFlights(db: Db): Promise<string[]> {
  const found = await sql<{ flight_id: string }>`
    SELECT DISTINCT r.flight_id FROM uploads r
    WHERE r.status = 'DATA_READY'
      AND EXISTS (SELECT FROM flight_sensors s
        WHERE s.flight_id = r.flight_id AND s.project_id IS NOT NULL)
      AND NOT EXISTS (SELECT FROM flight_sensors s JOIN projects p ON p.project_id = s.project_id
        WHERE s.flight_id = r.flight_id AND p.status <> ${CLOSED})
      AND NOT EXISTS (SELECT FROM uploads u WHERE u.flight_id = r.flight_id
        AND u.status NOT IN ('DATA_READY', 'ARCHIVED')
        AND (u.is_update OR u.status <> ALL (${SETTLED_UPLOADS}::text[])))
      AND NOT EXISTS (SELECT FROM archive_orders o WHERE o.flight_id = r.flight_id
        AND (o.status IN ('WAITING', 'RUNNING') OR (o.status = 'FAILED' AND o.ended >= (
          SELECT max(u.updated) FROM uploads u WHERE u.flight_id = r.flight_id))))
    ORDER BY r.flight_id LIMIT ${AT_ONCE}`.execute(db);
  return found.rows.map(({ flight_id }) => flight_id);
}

/** Orders the archives of flights whose projects are closed. */
export async function orderClosedFlights(
  deps: Parameters<typeof orderArchive>[0],
  send: NonNullable<Parameters<typeof orderArchive>[3]>,
): Promise<void> {
  const rule: Orderer = { actor: "swath" };
  for (const flightId of await closedFlights(deps.db))
    await orderArchive(deps, flightId, rule, send).catch((error: unknown) => {
      // Somebody began an update meanwhile.
      if (!(error instanceof AppError) || error.code !== "NOTHING_TO_ARCHIVE") throw error;
    });
}

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
