import { sql } from "kysely";
import { newsPath, newsText, type NewsArea, type NewsKind } from "@swath/contract/news";
import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { reviewedJob } from "../news-store.ts";
import type { PushClient } from "./push-client.ts";

/** Messages of one sweep, and how many are under way at once. */
const AT_ONCE = 500;
const CONCURRENT = 8;
/** A subscription that failed so often in a row is given up. */
const MOST_FAILURES = 8;

export interface PushDeps {
  readonly db: Db;
  readonly send: PushClient;
  readonly onProblem: (problem: string) => void;
}

interface Due {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly sent: number;
  readonly last: number;
  /** What of it they may learn and have not read. */
  readonly count: number;
  /** The latest of that. */
  readonly news: {
    readonly flight_id: string;
    readonly area: NewsArea;
    readonly kind: NewsKind;
    readonly job: string | null;
    readonly review: string | null;
  } | null;
}

/** What is due, in one query: to browsers whose session lives, of what their person may see. */
async function readDue(db: Db): Promise<Due[]> {
  const { rows } = await sql<Due>`
    SELECT s.endpoint, s.p256dh, s.auth, s.sent, found.last, found.count, found.news
    FROM push_subscriptions s
    JOIN sessions ON sessions.id = s.session AND sessions.expires > now()
    JOIN news_readers r ON r.subject = s.subject
    CROSS JOIN LATERAL (
      SELECT max(id) AS last, count(*) FILTER (WHERE n.is_seen)::int AS count,
        (json_agg(n ORDER BY id DESC) FILTER (WHERE n.is_seen)) -> 0 AS news
      FROM (SELECT id, flight_id, area, kind, job, ${reviewedJob} AS review,
          NOT is_read AND area = ANY (r.areas)
          AND at > now() - interval '1 day' AS is_seen
        FROM news WHERE subject = s.subject AND id > s.sent) n) AS found
    WHERE found.last IS NOT NULL AND s.retry_at <= now()
    ORDER BY s.retry_at LIMIT ${AT_ONCE}`.execute(db);
  return rows;
}

/** What a notification shows and leads to: the flight and what happened, and nothing else. */
function messageOf({ news, count }: Pick<Due, "news" | "count">): string | undefined {
  if (news === null) return undefined;
  const { flight_id: flightId, area, review } = news;
  const more = count === 1 ? "" : `, and ${count - 1} more`;
  const path = newsPath({ area, flightId, review });
  return JSON.stringify({ title: flightId, body: `${newsText(news)}${more}`, path });
}

/** Taken before it is sent, so that no other process sends it too. */
async function claim(db: Db, { endpoint, sent, last }: Due): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("push_subscriptions")
    .set({ sent: last })
    .where("endpoint", "=", endpoint)
    .where("sent", "=", sent)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function noteFailure(db: Db, { endpoint, sent }: Due): Promise<void> {
  await sql`UPDATE push_subscriptions SET sent = ${sent}, failures = failures + 1,
      retry_at = now() + least(power(2, failures), 60) * interval '1 minute'
    WHERE endpoint = ${endpoint}`.execute(db);
  await db
    .deleteFrom("push_subscriptions")
    .where("endpoint", "=", endpoint)
    .where("failures", ">=", MOST_FAILURES)
    .execute();
}

async function pushOne({ db, send, onProblem }: PushDeps, due: Due): Promise<void> {
  const message = messageOf(due);
  if (!(await claim(db, due)) || message === undefined) return;
  const outcome = await send(due, message);
  const own = db.updateTable("push_subscriptions").where("endpoint", "=", due.endpoint);
  if (outcome === "sent") await own.set({ failures: 0 }).execute();
  else if (outcome === "gone")
    await db.deleteFrom("push_subscriptions").where("endpoint", "=", due.endpoint).execute();
  else {
    onProblem(outcome.problem);
    await noteFailure(db, due);
  }
}

/** Pushes news to browsers: one message each, of the latest and how much more there is. */
export async function sendPushes(deps: PushDeps): Promise<void> {
  await forEachConcurrently(await readDue(deps.db), CONCURRENT, (due) => pushOne(deps, due));
}
