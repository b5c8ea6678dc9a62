import { AppError } from "@swath/contract/errors";
import type { Identity } from "@swath/contract/identity";
import type { NewsSettings } from "@swath/contract/news";
import type { Db } from "../../platform/postgres/schema.ts";
import { addressOf, lastNews, readerOf } from "../news-readers.ts";

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
