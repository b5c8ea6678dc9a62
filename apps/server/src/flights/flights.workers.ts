import { sql } from "kysely";
import type { Queues } from "../platform/queues/queues.ts";
import type { Db } from "../platform/postgres/schema.ts";

const COMPACT_SECONDS = 60;

/** Adds what has changed to the counts of flights; counts are exact before and after. */
export async function compactCounts(db: Db): Promise<void> {
  await sql`SELECT compact_flight_counts()`.execute(db);
}

/** Runs the flights' background work on this process. */
export async function workFlights({ db, queues }: { db: Db; queues: Queues }): Promise<void> {
  await queues.every("flight-counts", COMPACT_SECONDS, () => compactCounts(db));
}
