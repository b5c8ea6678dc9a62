import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import { type Identity, may } from "@swath/contract/identity";
import { MAX_FOLLOWS, NEWS_AREAS } from "@swath/contract/news";
import type { Db, Trx } from "../platform/postgres/schema.ts";

/** Begins the name of the lock that makes one person's changes wait for one another. */
const LOCK = "follows of ";

export async function listFollows(db: Db, subject: string): Promise<string[]> {
  const rows = await db
    .selectFrom("follows")
    .select("flight_id")
    .where("subject", "=", subject)
    .orderBy("flight_id")
    .execute();
  return rows.map((row) => row.flight_id);
}

/**
 * A flight exists for those who may read flights; for others where it has a processing that they may
 * see. Throws FLIGHT_NOT_FOUND.
 */
async function checkSeen(db: Db, flightId: string, { roles }: Identity): Promise<void> {
  const areas = (["ip", "iptm"] as const).filter((area) => may(roles, NEWS_AREAS[area]));
  const found = may(roles, "readFlights")
    ? await db
        .selectFrom("flights")
        .select("flight_id")
        .where("flight_id", "=", flightId)
        .executeTakeFirst()
    : await db
        .selectFrom("processings")
        .select("id")
        .where("flight_id", "=", flightId)
        .where("area", "in", areas)
        .limit(1)
        .executeTakeFirst();
  if (found === undefined) throw new AppError("FLIGHT_NOT_FOUND", `there is no flight ${flightId}`);
}

async function refuseTooMany(trx: Trx, subject: string, flightId: string): Promise<void> {
  const { count } = await trx
    .selectFrom("follows")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("subject", "=", subject)
    .where("flight_id", "<>", flightId)
    .executeTakeFirstOrThrow();
  if (count < MAX_FOLLOWS) return;
  throw new AppError("TOO_MANY_FOLLOWS", `you follow ${count} flights; leave one out first`, {
    most: MAX_FOLLOWS,
  });
}

/** Throws FLIGHT_NOT_FOUND, TOO_MANY_FOLLOWS; who follows the flight already goes on. */
export async function followFlight(db: Db, flightId: string, identity: Identity): Promise<void> {
  const { subject } = identity;
  await checkSeen(db, flightId, identity);
  await db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${LOCK + subject}, 0))`.execute(trx);
    await refuseTooMany(trx, subject, flightId);
    await trx
      .insertInto("follows")
      .values({ subject, flight_id: flightId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

export async function unfollowFlight(db: Db, flightId: string, subject: string): Promise<void> {
  await db
    .deleteFrom("follows")
    .where("subject", "=", subject)
    .where("flight_id", "=", flightId)
    .execute();
}
