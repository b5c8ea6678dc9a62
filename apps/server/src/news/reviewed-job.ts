import { type RawBuilder, sql } from "kysely";

/**
 * What news is about as the address of a review names it, `<processing>.<job>`: of what a job did
 * that there still is; null for all else. For a query that selects from `news`.
 */
export const reviewedJob: RawBuilder<string | null> = sql`(SELECT j.processing_id || '.' || j.name
  FROM audit.events e JOIN processing_jobs j
    ON j.processing_id = e.detail ->> 'processing' AND j.name = e.detail ->> 'job'
  WHERE e.id = news.event AND e.action = 'job.moved')`;
