import { AppError } from "@swath/contract/errors";
import type { Identity } from "@swath/contract/identity";
import type { NewsSettings } from "@swath/contract/news";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../platform/postgres/schema.ts";
import { areasSeen } from "./news-store.ts";

const addressSchema = z.email().max(254);

/** The address that a person's provider knows; undefined where it is none. */
const addressOf = ({ email }: Identity): string | undefined => addressSchema.safeParse(email).data;

/** What is kept of who chose a way: as of the call that they make now. */
export const readerOf = (identity: Identity) => ({
  subject: identity.subject,
  email: addressOf(identity) ?? "",
  areas: areasSeen(identity.roles),
});

/** How mail stands with someone; null where there is none. */
export async function mailSettings(
  db: Db,
  minutes: number | undefined,
  identity: Identity,
): Promise<NewsSettings["mail"]> {
  const address = addressOf(identity);
  if (minutes === undefined || address === undefined) return null;
  const reader = await db
    .selectFrom("news_readers")
    .select("mail")
    .where("subject", "=", identity.subject)
    .executeTakeFirst();
  return { address, isOn: reader?.mail ?? false, minutes };
}

/** Mail of what happens from now on, to the address of the bearer's token and to no other. */
export async function setMail(
  db: Db,
  minutes: number | undefined,
  identity: Identity,
  isOn: boolean,
): Promise<void> {
  if (minutes === undefined || addressOf(identity) === undefined)
    throw new AppError("INVALID_REQUEST", "there is no mail for this account");
  const { subject } = identity;
  const chosen = { ...readerOf(identity), mail: isOn, mail_sent: lastNews(subject) };
  await db
    .insertInto("news_readers")
    .values(chosen)
    .onConflict((conflict) => conflict.column("subject").doUpdateSet(chosen))
    .execute();
}

/** The last news of a person, behind which a way begins. */
export const lastNews = (subject: string) =>
  sql<number>`(SELECT coalesce(max(id), 0) FROM news WHERE subject = ${subject})`;

/**
 * What somebody may learn of by mail or push is what their last call showed: a group that they lost
 * counts from then on. Nothing is kept of those who chose neither.
 */
export async function noteReader(db: Db, identity: Identity): Promise<void> {
  const { subject, email, areas } = readerOf(identity);
  await db
    .updateTable("news_readers")
    .set({ email, areas, seen: sql<Date>`now()` })
    .where("subject", "=", subject)
    .where((any) =>
      any.or([
        any("email", "<>", email),
        sql<boolean>`areas <> ${areas}`,
        any("seen", "<", sql<Date>`now() - interval '1 hour'`),
      ]),
    )
    .execute();
}

/** Removes what is kept of those who have chosen no way any longer. */
export async function sweepReaders(db: Db): Promise<void> {
  await sql`DELETE FROM news_readers r WHERE NOT mail AND seen < now() - interval '1 day'
    AND NOT EXISTS (SELECT FROM push_subscriptions s WHERE s.subject = r.subject)`.execute(db);
}
