import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import type { Role } from "@swath/contract/identity";
import type { TimelineEntry } from "@swath/contract/processing";
import type { Db } from "../../platform/postgres/schema.ts";
import { checkVisible } from "./find-processing.ts";

interface TimelineQuery {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Limits the page to one job and to entries about all jobs; undefined: no limit. */
  readonly job?: string | undefined;
}

async function checkRecord(db: Db, id: string, roles: readonly Role[]): Promise<void> {
  const record = db.selectFrom("processings").select(["id", "area"]).where("id", "=", id);
  const found = await record.executeTakeFirst();
  if (found === undefined)
    throw new AppError("PROCESSING_NOT_FOUND", `there is no processing ${id}`, {
      processingId: id,
    });
  checkVisible(found, roles);
}

function eventsOf(db: Db, id: string, job: string | undefined) {
  // As the index has it.
  const events = db
    .selectFrom("audit.events as e")
    .where(sql<boolean>`e.detail ? 'processing' AND e.detail ->> 'processing' = ${id}`);
  return job === undefined
    ? events
    : events.where(sql<boolean>`coalesce(e.detail ->> 'job', ${job}) = ${job}`);
}

function readRows(db: Db, id: string, { page, pageSize, job }: TimelineQuery) {
  return eventsOf(db, id, job)
    .select(["e.id", "e.at", "e.action", "e.actor", "e.name", "e.detail", "e.request_id"])
    .orderBy("e.id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}

function entryOf(row: Awaited<ReturnType<typeof readRows>>[number]): TimelineEntry {
  const { id, at, action, actor, name, detail, request_id: requestId } = row;
  return { id, at: at.toISOString(), action, actor, name, detail, requestId };
}

/**
 * A page of what the audit log holds of a processing, latest first; PROCESSING_NOT_FOUND, also for
 * those who may not see its dashboard.
 */
export async function processingTimeline(
  db: Db,
  id: string,
  query: TimelineQuery,
  roles: readonly Role[],
): Promise<{ entries: TimelineEntry[]; total: number }> {
  await checkRecord(db, id, roles);
  const [rows, { total }] = await Promise.all([
    readRows(db, id, query),
    eventsOf(db, id, query.job)
      .select((build) => build.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow(),
  ]);
  return { entries: rows.map(entryOf), total };
}
