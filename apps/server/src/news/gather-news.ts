import { sql, type RawBuilder } from "kysely";
import type { AuditAction } from "@swath/contract/history";
import { MAX_NEWS, NEWS_DAYS, type NewsKind } from "@swath/contract/news";
import type { JobStatus } from "@swath/contract/processing";
import type { Db } from "../platform/postgres/schema.ts";

/** Events that are looked at in one statement. */
const AT_ONCE = 5_000;

/** Events that lie between those of one transaction at most. */
const ONE_ORDER = 1_000;

const OF_ACTIONS: Partial<Record<AuditAction, NewsKind>> = {
  "upload.rebuilt": "dataReady",
  "upload.rebuildFailed": "uploadInvalid",
  "upload.stalled": "uploadStalled",
  "archive.finished": "archived",
  "archive.failed": "archiveFailed",
  "cold.restored": "restored",
};

/** By the status that a job came to. */
const OF_STATUSES: Partial<Record<JobStatus, NewsKind>> = {
  COMPLETED: "completed",
  COMPLETED_WITH_ERRORS: "completedWithErrors",
  FAILED: "failed",
  CANCELLED: "cancelled",
  ON_HOLD: "onHold",
  MANUAL_PROCESSING_REQUIRED: "manual",
  QA_COMPLETED: "qaCompleted",
  QA_COMPLETED_WITH_ERRORS: "qaCompletedWithErrors",
};

const cases = (kinds: Readonly<Record<string, string>>): RawBuilder<unknown> =>
  sql.join(
    Object.entries(kinds).map(([of, kind]) => sql`WHEN ${of} THEN ${kind}`),
    sql` `,
  );

/** A job that is completed once more was approved; one that takes QA waits for it. */
const KIND = sql`CASE WHEN e.action <> 'job.moved' THEN CASE e.action ${cases(OF_ACTIONS)} END
  WHEN e.detail ->> 'to' = 'COMPLETED' AND e.detail ->> 'from' = 'COMPLETED' THEN 'qaCompleted'
  WHEN e.detail ->> 'to' = 'COMPLETED' AND j.require_qa AND e.actor <> 'person' THEN 'awaitsQA'
  ELSE CASE e.detail ->> 'to' ${cases(OF_STATUSES)} END END`;

/**
 * Makes news of what waits: a row for each follower of its flight, and one for who ordered a restore that is
 * done, but none for who did it and none for who came to follow later. All in one statement, however many follow; done twice it makes nothing
 * more. Answers how many events were looked at.
 */
async function gatherSome(db: Db): Promise<number> {
  const { rows } = await sql<{ looked: number; notified: number }>`
    WITH taken AS (
      DELETE FROM news_pending WHERE event IN
        (SELECT event FROM news_pending ORDER BY event LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
      RETURNING event),
    found AS (
      SELECT e.id, e.at, e.subject, e.flight_id,
        CASE e.action WHEN 'cold.restored' THEN (e.detail ->> 'order')::bigint END AS restore,
        coalesce(p.area, 'flights') AS area,
        coalesce(j.label, u.type) AS label,
        ${KIND} AS kind
      FROM taken JOIN audit.events e ON e.id = taken.event
      LEFT JOIN processings p ON e.action = 'job.moved' AND p.id = e.detail ->> 'processing'
      LEFT JOIN processing_jobs j ON j.processing_id = p.id AND j.name = e.detail ->> 'job'
      LEFT JOIN uploads u ON u.id = e.upload_id
      -- Of a job that is no more there is nothing to show.
      WHERE (e.action <> 'job.moved' OR j.id IS NOT NULL)
        -- One order archives LiDAR and imagery at once: that is one piece of news.
        AND NOT EXISTS (SELECT FROM audit.events before WHERE e.action LIKE 'archive.%'
          AND before.id BETWEEN e.id - ${ONE_ORDER} AND e.id - 1 AND before.action = e.action
          AND before.flight_id = e.flight_id AND before.at = e.at)),
    made AS (
      INSERT INTO news (subject, event, at, flight_id, area, kind, job)
        SELECT r.subject, found.id, found.at, found.flight_id, area, kind, label
        FROM found CROSS JOIN LATERAL (
          SELECT f.subject FROM follows f
            WHERE f.flight_id = found.flight_id AND f.since <= found.at
          UNION SELECT o.subject FROM cold_orders o
            WHERE o.id = found.restore AND o.subject IS NOT NULL) AS r
        WHERE kind IS NOT NULL AND found.subject IS DISTINCT FROM r.subject
        ORDER BY found.id
        ON CONFLICT DO NOTHING RETURNING 1),
    notified AS (SELECT pg_notify('swath_news', '') WHERE EXISTS (SELECT FROM made))
    SELECT (SELECT count(*)::int FROM taken) AS looked, (SELECT count(*)::int FROM notified) AS notified`.execute(
    db,
  );
  return rows[0]?.looked ?? 0;
}

export async function gatherNews(db: Db): Promise<void> {
  while ((await gatherSome(db)) === AT_ONCE);
}

/** Removes what is old, and of each person what exceeds the number that is kept. */
export async function trimNews(db: Db): Promise<void> {
  await sql`DELETE FROM news WHERE at < now() - ${NEWS_DAYS} * interval '1 day'`.execute(db);
  await sql`DELETE FROM news USING
    (SELECT subject FROM news GROUP BY subject HAVING count(*) > ${MAX_NEWS}) AS full_of,
    LATERAL (SELECT id AS last FROM news n WHERE n.subject = full_of.subject
      ORDER BY id DESC OFFSET ${MAX_NEWS - 1} LIMIT 1) AS kept
    WHERE news.subject = full_of.subject AND news.id < kept.last`.execute(db);
}
