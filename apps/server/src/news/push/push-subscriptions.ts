import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import type { Identity } from "@swath/contract/identity";
import type { PushSubscriptionBody } from "@swath/contract/news";
import type { Db } from "../../platform/postgres/schema.ts";
import { lastNews, readerOf } from "../news-readers.ts";
import { encryptPush } from "./encrypt-push.ts";
import { endpointFault, type PushAccount } from "./push-account.ts";

/** Browsers of one person that news is pushed to; of more the oldest are left out. */
const MOST_BROWSERS = 10;

const refuse = (why: string): AppError => new AppError("INVALID_REQUEST", why);

function checkKeys(keys: PushSubscriptionBody["keys"]): void {
  try {
    encryptPush("", keys);
  } catch {
    throw refuse("p256dh is no point of P-256");
  }
}

/** Throws INVALID_REQUEST for an address of no push service, and for a caller without a session. */
export async function subscribePush(
  db: Db,
  account: PushAccount | undefined,
  { identity, handle }: { readonly identity: Identity; readonly handle: string | undefined },
  { endpoint, keys }: PushSubscriptionBody,
): Promise<void> {
  if (account === undefined) throw refuse("this server pushes nothing");
  if (handle === undefined) throw refuse("news is pushed to a session's browser");
  const fault = endpointFault(endpoint, account.services);
  if (fault !== undefined) throw refuse(`endpoint: ${fault}`);
  checkKeys(keys);
  const { subject } = identity;
  const reader = readerOf(identity);
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("news_readers")
      .values(reader)
      .onConflict((conflict) => conflict.column("subject").doUpdateSet(reader))
      .execute();
    // A browser has one person: who signs in after another takes the address over.
    await sql`INSERT INTO push_subscriptions (endpoint, session, subject, p256dh, auth, sent)
      SELECT ${endpoint}, id, subject, ${keys.p256dh}, ${keys.auth}, ${lastNews(subject)}
      FROM sessions WHERE handle = ${handle} AND subject = ${subject}
      ON CONFLICT (endpoint) DO UPDATE SET session = excluded.session, subject = excluded.subject,
        p256dh = excluded.p256dh, auth = excluded.auth, failures = 0, retry_at = now(),
        sent = CASE WHEN push_subscriptions.subject = excluded.subject
          THEN push_subscriptions.sent ELSE excluded.sent END`.execute(trx);
    await sql`DELETE FROM push_subscriptions WHERE endpoint IN (
      SELECT endpoint FROM push_subscriptions WHERE subject = ${subject}
      ORDER BY created DESC, endpoint OFFSET ${MOST_BROWSERS})`.execute(trx);
  });
}

/** Only the caller's own ends. */
export async function unsubscribePush(db: Db, subject: string, endpoint: string): Promise<void> {
  await db
    .deleteFrom("push_subscriptions")
    .where("subject", "=", subject)
    .where("endpoint", "=", endpoint)
    .execute();
}
