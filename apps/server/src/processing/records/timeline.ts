import type { Role } from "@swath/contract/identity";
import type { TimelineEntry } from "@swath/contract/processing";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { checkVisible } from "./find-processing.ts";
import { noProcessing } from "./processing-record.ts";

interface TimelineQuery {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Limits the page to one job and to entries about all jobs; undefined: no limit. */
  readonly job?: string | undefined;
}

/** A page of a processing's entries in the audit log, latest first; throws PROCESSING_NOT_FOUND. */
export async function processingTimeline(
  db: Db,
  id: string,
  { page, pageSize, job }: TimelineQuery,
  roles: readonly Role[],
): Promise<{ entries: TimelineEntry[]; total: number }> {
  const record = db.selectFrom("processings").select(["id", "area"]).where("id", "=", id);
  const found = await record.executeTakeFirst();
  if (found === undefined) throw noProcessing(id);
  checkVisible(found, roles);
  const events = db
    .selectFrom("audit.events")
    // As the index has it.
    .where(sql<boolean>`detail ? 'processing' AND detail ->> 'processing' = ${id}`)
    .$if(job !== undefined, (all) =>
      all.where(sql<boolean>`coalesce(detail ->> 'job', ${job!}) = ${job!}`),
    );
  const [rows, { total }] = await Promise.all([
    events
      .select(["id", "at", "action", "actor", "name", "detail", "request_id as requestId"])
      .orderBy("id", "desc")
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    events.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return {
    entries: rows.map(({ at, ...entry }) => Object.assign(entry, { at: at.toISOString() })),
    total,
  };
}
