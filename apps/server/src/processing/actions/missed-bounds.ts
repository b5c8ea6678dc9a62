import {
  isApproval,
  type Measure,
  missedBoundsOf,
  type StageFile,
} from "@swath/contract/processing";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

interface Attempt {
  readonly job: string;
  readonly measures: readonly Measure[] | null;
  readonly accepted: StageFile["accept"] | null;
  /** The reported message of a job whose attempts are not known. */
  readonly reported: string | null;
}

/**
 * The bounds that the results of some jobs miss, in words, where an action approves of them: of the
 * attempt whose outputs a job has, or of its latest.
 */
export async function missedBounds(
  db: Db,
  action: string,
  jobs: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (!isApproval(action) || jobs.length === 0) return new Map();
  const { rows } =
    await sql<Attempt>`SELECT j.id AS job, r.measures, r.stage -> 'accept' AS accepted,
      CASE WHEN f.kind = 'missedBound' THEN f.example END AS reported
    FROM unnest(${jobs}::text[]) AS j (id)
    LEFT JOIN LATERAL (SELECT measures, stage FROM processing_runs
      WHERE job_id = j.id AND state = 'ended' AND outcome <> 'cancel'
      ORDER BY published DESC, attempt DESC LIMIT 1) r ON true
    LEFT JOIN job_failures f ON f.job_id = j.id`.execute(db);
  return new Map(rows.map((row) => [row.job, missedBy(row)]));
}

function missedBy({ measures, accepted, reported }: Attempt): readonly string[] {
  const missed = measures === null ? [] : missedBoundsOf({ measures, accepted: accepted ?? [] });
  return missed.length > 0 || reported === null ? missed : [reported];
}
