import { AppError } from "@swath/contract/errors";
import type { Deletion } from "@swath/contract/retention";
import { sql } from "kysely";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { Decider } from "../holds/project-holds.ts";
import { type Buckets, previewDeletion, type Scope } from "./deletion-scope.ts";

const LISTED = 100;

function selectDeletions(db: Db) {
  return db
    .selectFrom("deletions as d")
    .select(["d.id", "d.kind", "d.about", "d.reason", "d.user_name", "d.ordered"])
    .select(["d.ended", "d.certificate"])
    .select([
      sql<number>`(SELECT count(*) FROM deletion_objects o
        WHERE o.deletion = d.id AND o.removed IS NOT NULL)`.as("objects"),
      sql<number>`(SELECT coalesce(sum(size), 0)::bigint FROM deletion_objects o
        WHERE o.deletion = d.id AND o.removed IS NOT NULL)`.as("bytes"),
    ]);
}
type Row = Awaited<ReturnType<ReturnType<typeof selectDeletions>["executeTakeFirstOrThrow"]>>;

const asDeletion = ({ user_name: by, ordered, ended, ...facts }: Row): Deletion => ({
  ...facts,
  by,
  ordered: ordered.toISOString(),
  ended: ended?.toISOString() ?? null,
});

export async function listDeletions(db: Db): Promise<Deletion[]> {
  const rows = await selectDeletions(db).orderBy("d.id", "desc").limit(LISTED).execute();
  return rows.map(asDeletion);
}

export interface DeletionOrder extends Scope {
  readonly reason: string;
  readonly seen: Readonly<Record<"flights" | "uploads" | "processings" | "archives", number>>;
}

/**
 * Orders a deletion. DELETION_REFUSED where anything stands against it, RECORD_CHANGED where it would take
 * something else than the person has seen; a second order of the same is DELETION_REFUSED until the first has ended.
 */
export function orderDeletion(
  db: Db,
  buckets: Buckets,
  { kind, id: about, reason, seen }: DeletionOrder,
  { identity, from }: Decider,
): Promise<Deletion> {
  return db.transaction().execute(async (trx) => {
    const { flights, refusals, ...found } = await previewDeletion(trx, buckets, {
      kind,
      id: about,
    });
    if (refusals.length > 0)
      throw new AppError("DELETION_REFUSED", refusals.slice(0, 5).join("; "));
    const { uploads, processings, archives } = found;
    const now = { flights: flights.length, uploads, processings, archives };
    if (Object.entries(now).some(([name, count]) => seen[name as keyof typeof seen] !== count))
      throw new AppError("RECORD_CHANGED", "other data would be deleted than was shown", now);
    const { subject, name: user_name } = identity;
    const order = await trx
      .insertInto("deletions")
      .values({ kind, about, reason, subject, user_name })
      .onConflict((conflict) =>
        conflict.columns(["kind", "about"]).where("ended", "is", null).doNothing(),
      )
      .returning("id")
      .executeTakeFirst();
    if (order === undefined)
      throw new AppError("DELETION_REFUSED", `the data of ${about} is being deleted already`);
    await trx
      .insertInto("deletion_flights")
      .values(flights.map((flight_id) => ({ deletion: order.id, flight_id })))
      .execute();
    const detail = { deletion: order.id, kind, about, flights: flights.length, reason };
    await recordEvent(trx, { action: "data.deletionOrdered", actor: identity, from, detail });
    return asDeletion(
      await selectDeletions(trx).where("d.id", "=", order.id).executeTakeFirstOrThrow(),
    );
  });
}
