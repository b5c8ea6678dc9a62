import { type NewsArea, type NewsKind, newsPath, newsText } from "@swath/contract/news";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { reviewedJob } from "../news-store.ts";
import type { Letter } from "./mail-account.ts";

/** Most news that one mail lists. */
export const MOST_LINES = 50;

export interface DigestNews {
  /** As PostgreSQL writes it in JSON. */
  readonly at: string;
  readonly flight_id: string;
  readonly area: NewsArea;
  readonly kind: NewsKind;
  readonly job: string | null;
  readonly review: string | null;
}

/** The page where mail is chosen or left. */
const choicePage = (publicUrl: URL): string => new URL("/following", publicUrl).href;

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;
const minute = (at: string): string =>
  `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/**
 * A mail of news, in text alone: flight, what happened and the page that shows it. It names no
 * project and holds no token: its links lead to pages that ask for a sign-in.
 */
export function digestOf(
  news: readonly DigestNews[],
  { publicUrl, product }: { readonly publicUrl: URL; readonly product: string },
): { readonly subject: string; readonly text: string } {
  const flights = new Set(news.map((each) => each.flight_id));
  const [only] = flights;
  const about = flights.size === 1 ? (only ?? "") : count(flights.size, "flight");
  const lines = news.slice(0, MOST_LINES).map((each) => {
    const { flight_id: flightId, area, review } = each;
    const link = new URL(newsPath({ area, flightId, review }), publicUrl).href;
    return `${minute(each.at)}  ${flightId}  ${newsText(each)}\n${link}\n`;
  });
  const more = news.length > MOST_LINES ? ["And more, in the news of the portal.\n"] : [];
  const foot = `You follow these flights. To follow them no longer, or to get no mail:\n${choicePage(publicUrl)}\n`;
  return {
    subject: `${product}: news of ${about}`,
    text: [...lines, ...more, "-- ", foot].join("\n"),
  };
}

/** Most mails of one sweep: a mail server has bounds of its own. */
const AT_ONCE = 50;

export interface DigestDeps {
  readonly db: Db;
  readonly publicUrl: URL;
  readonly product: string;
  readonly minutes: number;
  readonly send: (letter: Letter) => Promise<void>;
  readonly onProblem: (error: unknown) => void;
}

interface Due {
  readonly subject: string;
  readonly email: string;
  readonly mail_sent: number;
  readonly last: number;
  /** What of it they may learn and have not read, the oldest first. */
  readonly news: readonly DigestNews[];
}

/**
 * Whom a mail is due to, with its news, in one query: who chose it, is signed in somewhere, and got
 * none for so many minutes. Of what they may not see by their last call there is nothing in it.
 */
async function readDue({ db, minutes }: DigestDeps): Promise<Due[]> {
  const { rows } = await sql<Due>`
    SELECT r.subject, r.email, r.mail_sent, found.last, found.news
    FROM news_readers r CROSS JOIN LATERAL (
      SELECT max(id) AS last,
        coalesce(json_agg(n ORDER BY id) FILTER (WHERE NOT is_read AND area = ANY (r.areas)), '[]') AS news
      FROM (SELECT id, at, flight_id, area, kind, job, is_read, ${reviewedJob} AS review FROM news
        WHERE subject = r.subject AND id > r.mail_sent) n) AS found
    WHERE r.mail AND r.email <> '' AND found.last IS NOT NULL
      AND (r.mailed IS NULL OR r.mailed <= now() - ${minutes} * interval '1 minute')
      AND EXISTS (SELECT FROM sessions s WHERE s.subject = r.subject AND s.expires > now())
    ORDER BY r.mailed NULLS FIRST LIMIT ${AT_ONCE}`.execute(db);
  return rows;
}

/** Takes a mail before it is sent, so that no other process sends it too; false where one did. */
async function claim(db: Db, { subject, mail_sent: before, last, news }: Due): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("news_readers")
    .set({ mail_sent: last, ...(news.length === 0 ? {} : { mailed: sql<Date>`now()` }) })
    .where("subject", "=", subject)
    .where("mail_sent", "=", before)
    .where("mail", "=", true)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** What was not sent is in the next mail, in as many minutes as any other. */
async function unclaim(db: Db, { subject, mail_sent: before, last }: Due): Promise<void> {
  await db
    .updateTable("news_readers")
    .set({ mail_sent: before })
    .where("subject", "=", subject)
    .where("mail_sent", "=", last)
    .execute();
}

async function sendOne(deps: DigestDeps, due: Due): Promise<void> {
  const unsubscribe = choicePage(deps.publicUrl);
  await deps.send({ to: due.email, unsubscribe, ...digestOf(due.news, deps) });
}

/**
 * Mails news to those it is due to. A mail that is not taken is reported and tried again with the next
 * one; after several in a row the sweep ends, for then it is the server that is away.
 */
export async function sendDigests(deps: DigestDeps): Promise<void> {
  let failuresInARow = 0;
  for (const due of await readDue(deps)) {
    if (!(await claim(deps.db, due)) || due.news.length === 0) continue;
    try {
      await sendOne(deps, due);
      failuresInARow = 0;
    } catch (error) {
      await unclaim(deps.db, due);
      deps.onProblem(error);
      failuresInARow += 1;
      if (failuresInARow === 3) return;
    }
  }
}
