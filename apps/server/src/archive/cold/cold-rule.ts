import { AppError } from "@swath/contract/errors";
import { JOB_STATUS, JOB_STATUSES, type JobStatus } from "@swath/contract/processing";
import { sql } from "kysely";
import { SETTLED_UPLOADS } from "../../domain/uploads/upload-record.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { ColdDeps } from "./cold-deps.ts";
import { orderMove } from "./cold-orders.ts";

const AT_ONCE = 20;
/** Of a job that reads nothing any more, and waits for nobody; besides those that completed without QA being due. */
const ENDED: readonly JobStatus[] = [
  ...JOB_STATUSES.filter((status) => JOB_STATUS[status].kind === "judged"),
  "NOT_APPLICABLE",
  "UNAVAILABLE",
  "CANCELLED",
];

/**
 * Flights whose data moves to a colder class by itself:
 *
 * cold/M1 all of its ready data is archived, or all jobs of its processings have ended and wait for nobody;
 * cold/M2 no upload, job or archive of it changed for so many days, and no upload is in doubt;
 * cold/M3 it was not moved to that class since, nor was a move of it stopped within a day.
 */
async function coldFlights(db: Db, days: number, storageClass: string): Promise<string[]> {
  const since = sql`now() - ${days} * interval '1 day'`;
  const found = await sql<{ flight_id: string }>`
    WITH quiet AS (
      SELECT flight_id, max(updated) AS changed, bool_and(status <> 'DATA_READY') AS archived
      FROM uploads GROUP BY flight_id
      HAVING bool_or(status IN ('DATA_READY', 'ARCHIVED')) AND max(updated) < ${since}
        AND bool_and(status IN ('DATA_READY', 'ARCHIVED')
          OR (status = ANY (${SETTLED_UPLOADS}::text[]) AND NOT is_update))),
    jobs AS (
      SELECT p.flight_id, max(j.updated) AS changed,
        bool_and(j.status = ANY (${ENDED}::text[])
          OR (j.status = 'COMPLETED' AND NOT (j.require_qa AND j.qa_user IS NULL))) AS ended
      FROM processings p JOIN processing_jobs j ON j.processing_id = p.id
      WHERE p.active AND p.flight_id IN (SELECT flight_id FROM quiet) GROUP BY p.flight_id)
    SELECT q.flight_id FROM quiet q LEFT JOIN jobs j ON j.flight_id = q.flight_id
      LEFT JOIN archive_orders a ON a.flight_id = q.flight_id
    WHERE (q.archived OR j.ended) AND coalesce(j.changed < ${since}, true)
      AND coalesce(a.ended < ${since}, a.flight_id IS NULL)
      AND NOT EXISTS (SELECT FROM cold_orders o WHERE o.flight_id = q.flight_id AND o.kind = 'move'
        AND (o.ended IS NULL
          OR (o.outcome = 'stopped' AND o.ended > now() - interval '1 day')
          OR (o.outcome = 'done' AND o.storage_class = ${storageClass}
            AND o.ended > greatest(q.changed, a.ended))))
    ORDER BY q.changed LIMIT ${AT_ONCE}`.execute(db);
  return found.rows.map(({ flight_id }) => flight_id);
}

/** Orders the moves of flights that are due. */
export async function orderDueMoves(
  deps: Pick<ColdDeps, "db" | "queues" | "storageClass">,
  days: number,
): Promise<void> {
  const { db, storageClass } = deps;
  if (storageClass === undefined) return;
  for (const flightId of await coldFlights(db, days, storageClass))
    await orderMove(deps, flightId, { actor: "swath" }).catch((error: unknown) => {
      // Somebody began to work on it meanwhile.
      if (!(error instanceof AppError) || error.code !== "COLD_REFUSED") throw error;
    });
}
