import { sql } from "kysely";
import type { ArchiveDeps } from "../archive/archive-place.ts";
import { archiveFlight } from "../archive/archive-flight.ts";
import { orderArchive } from "../archive/orders/archive-order.ts";
import { lockCatalogue, writeCatalogue } from "../catalogue/import-catalogue.ts";
import { forEachConcurrently } from "../platform/concurrency/for-each.ts";
import type { Db, Trx } from "../platform/postgres/schema.ts";
import type { Queues } from "../platform/queues/queues.ts";
import type { Clock } from "../platform/clock/clock.ts";
import { demonstrationCatalogue, startOf } from "./demonstration-catalogue.ts";
import { dayOf, noteDay } from "./demonstration-day.ts";
import { type SeedDeps, seedProcessings } from "./seed-processings.ts";
import { keepUnderWay, seedUploads } from "./seed-uploads.ts";
import { demonstrationHistory } from "./upload-history.ts";

const ARCHIVES_AT_ONCE = 4;
/** Three times within the time after which an upload stalls. */
const KEEP_SECONDS = 20;
/** Accounts of the demonstration's provider, and the number of flights that each follows. */
const [FOLLOWERS, FOLLOWED] = [["crew", "leader", "operator"], 6] as const;

interface DemonstrationDeps extends ArchiveDeps, Omit<SeedDeps, "started" | "now"> {
  /** The version of LMS that most calibrations are of. */
  readonly lmsVersion: string;
  readonly clock: Clock;
  /** Where commands read on which day it was first started. */
  readonly dataFolder: string;
}

/** Keeps the demonstration's uploads under way while a worker runs. */
export async function workDemonstration(queues: Queues, db: Db): Promise<void> {
  await queues.every("demonstration-uploads", KEEP_SECONDS, () => keepUnderWay(db));
}

/**
 * Loads the demonstration into a database without flights, as it was on the day of this first start. The
 * archives that it shows are made here, as for any flight; where a start was stopped before that, a
 * worker goes on with them.
 */
export async function seedDemonstration(deps: DemonstrationDeps): Promise<void> {
  const { db } = deps;
  const toArchive = await db.transaction().execute((trx) => seedRecords(trx, deps));
  const day = await firstDay(db);
  if (day !== undefined) await noteDay(deps.dataFolder, day);
  await sql`INSERT INTO follows (subject, flight_id)
    SELECT subject, flight_id FROM unnest(${FOLLOWERS}::text[]) AS subject,
      unnest(${toArchive.slice(0, FOLLOWED)}::text[]) AS flight_id
    ON CONFLICT DO NOTHING`.execute(db);
  const { signal } = new AbortController();
  await forEachConcurrently(toArchive, ARCHIVES_AT_ONCE, async (flightId) => {
    await orderArchive(deps, flightId, { actor: "swath" });
    await archiveFlight(deps, flightId, signal);
  });
  await sql`UPDATE demonstration SET seeded = clock_timestamp() WHERE seeded IS NULL`.execute(db);
}

/** The day of the first start; undefined of a demonstration that is older than its record. */
async function firstDay(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`SELECT day::text FROM demonstration`.execute(db);
  return rows[0]?.day;
}

/**
 * Seeds flights, uploads and processings, and returns the flights to archive: none where there are
 * flights already. One of several servers that start at once seeds. The data is stored before the
 * flights are seen.
 */
async function seedRecords(trx: Trx, deps: DemonstrationDeps): Promise<readonly string[]> {
  await lockCatalogue(trx);
  const some = await trx.selectFrom("flights").select("flight_id").limit(1).executeTakeFirst();
  if (some !== undefined) {
    // No server kept them since the last one ended.
    await keepUnderWay(trx);
    return [];
  }
  const now = deps.clock();
  const day = dayOf(now);
  await sql`INSERT INTO demonstration (day) VALUES (${day})`.execute(trx);
  const catalogue = demonstrationCatalogue({ day, lmsVersion: deps.lmsVersion });
  await writeCatalogue(trx, catalogue);
  const pasts = demonstrationHistory(catalogue, day);
  await seedUploads(trx, deps, catalogue, pasts);
  await seedProcessings(trx, { ...deps, started: startOf(day), now });
  return [...new Set(pasts.filter(({ archived }) => archived).map(({ flightId }) => flightId))];
}
