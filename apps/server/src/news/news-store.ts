import { type Identity, may, type Role } from "@swath/contract/identity";
import { LISTED_NEWS, NEWS_AREAS, type NewsArea, type NewsList } from "@swath/contract/news";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

/**
 * What news is about as the address of a review names it, `<processing>.<job>`: of what a job did
 * that there still is; null for all else. For a query that selects from `news`.
 */
export const reviewedJob: RawBuilder<string | null> = sql`(SELECT j.processing_id || '.' || j.name
  FROM audit.events e JOIN processing_jobs j
    ON j.processing_id = e.detail ->> 'processing' AND j.name = e.detail ->> 'job'
  WHERE e.id = news.event AND e.action = 'job.moved')`;

/** The areas whose news someone of these roles may learn. */
export const areasSeen = (roles: readonly Role[]): NewsArea[] =>
  (Object.keys(NEWS_AREAS) as NewsArea[]).filter((area) => may(roles, NEWS_AREAS[area]));

/** Whether news is read: nobody has missed what was before they first signed in. */
const isRead = (subject: string): RawBuilder<boolean> => sql<boolean>`(is_read OR
  coalesce(at < (SELECT f.at FROM first_sign_ins f WHERE f.subject = ${subject}), false))`;

/** Whether the demonstration made it as it was seeded. */
const ofDemonstration: RawBuilder<boolean> = sql`coalesce(at <= (SELECT seeded FROM demonstration), false)`;

/** A person's own news, as far as they may see now what it is about. */
export async function listNews(db: Db, { subject, roles }: Identity): Promise<NewsList> {
  const seen = db
    .selectFrom("news")
    .where("subject", "=", subject)
    .where("area", "in", [...areasSeen(roles)]);
  const [{ unread }, rows] = await Promise.all([
    seen
      .select(({ fn }) => fn.countAll<number>().as("unread"))
      .where(isRead(subject), "=", false)
      .executeTakeFirstOrThrow(),
    seen
      .select(["id", "at", "flight_id", "area", "kind", "job"])
      .select([
        reviewedJob.as("review"),
        isRead(subject).as("is_read"),
        ofDemonstration.as("of_demonstration"),
      ])
      .orderBy("id", "desc")
      .limit(LISTED_NEWS)
      .execute(),
  ]);
  const news = rows.map(({ id, at, flight_id, area, kind, job, review, ...row }) => ({
    id,
    at: at.toISOString(),
    flightId: flight_id,
    area,
    kind,
    job,
    review,
    isRead: row.is_read,
    isDemonstration: row.of_demonstration,
  }));
  return { unread, news };
}

/** Marks as read one of a person's own news, or all up to it; another's stays as it is. */
export async function markNewsRead(
  db: Db,
  subject: string,
  { id, andOlder }: { readonly id: number; readonly andOlder: boolean },
): Promise<void> {
  const { numUpdatedRows: changed } = await db
    .updateTable("news")
    .set({ is_read: true })
    .where("subject", "=", subject)
    .where("id", andOlder ? "<=" : "=", id)
    .where("is_read", "=", false)
    .executeTakeFirstOrThrow();
  if (changed > 0n) await sql`SELECT pg_notify('swath_news', '')`.execute(db);
}
