import { sql, type Kysely } from "kysely";
import type { Database } from "../../../apps/server/src/platform/postgres/schema.ts";
import { bulkLoad, run } from "./bulk-load.ts";
import { PROCESSINGS } from "./processing-seed.ts";

/** Groups of the failure inbox; a group has half as many jobs as the one before, down to about 600. */
const GROUPS = 500;
const SEED = 20_261_123;

const STEPS = [
  `INSERT INTO job_failures (job_id, key, kind, message, example, at, is_open, processing_id, area, flight_id, label)
   SELECT job_id, 'f' || substr(md5(g::text), 1, 23),
     (ARRAY['failed', 'failed', 'completedWithFailures', 'missedBound'])[1 + g % 4],
     'cannot read block # of file # (' || g || ')',
     'cannot read block ' || substr(job_id, 12) || ' of file 7 (' || g || ')', at, true,
     processing_id, area, flight_id, label
   FROM (SELECT j.id AS job_id, j.processing_id, p.area, p.flight_id, j.label,
       p.survey_date + interval '3 hours' AS at,
       CASE WHEN spread % 2 = 0 THEN (spread / 2) % 9 ELSE (spread / 2) % ${GROUPS} END AS g
     FROM processing_jobs j JOIN processings p ON p.id = j.processing_id
     CROSS JOIN LATERAL (SELECT abs(hashtextextended(j.id, ${SEED})) AS spread) AS drawn
     WHERE j.status = 'FAILED') AS failed`,
  `INSERT INTO failure_counts SELECT area, key, kind, label, count(*) FROM job_failures GROUP BY 1, 2, 3, 4`,
] as const;
const TABLES = ["job_failures", "failure_counts", "failure_count_changes"];
const NOTE = `seeded of ${PROCESSINGS} ${SEED} ${STEPS.join("").length}`;

/** Throws where what stands beside the first failures is not what the database would set. */
async function checkState(db: Kysely<Database>): Promise<void> {
  const some = sql`SELECT string_agg(f::text, '' ORDER BY job_id) AS text FROM job_failures f
    WHERE flight_id < 'FL000500'`;
  const before = await some.execute(db);
  await run(db, "UPDATE job_failures SET is_open = is_open WHERE flight_id < 'FL000500'");
  const after = await some.execute(db);
  if (JSON.stringify(before.rows) !== JSON.stringify(after.rows))
    throw new Error("the seeded failures are not as set_failure_state sets them");
}

/** Seeds what each failed job of the seeded processings failed with, unless it is there already. */
export async function seedFailures(db: Kysely<Database>): Promise<void> {
  const found = await sql<{ note: string | null; some: boolean }>`
    SELECT obj_description('job_failures'::regclass) AS note,
      EXISTS (SELECT FROM job_failures) AS some`.execute(db);
  if (found.rows[0]?.note === NOTE && found.rows[0].some) return;
  console.log("planting failures, once");
  await bulkLoad(db, {
    tables: TABLES,
    steps: STEPS,
    atEnd: ["VACUUM (ANALYZE) job_failures, failure_counts"],
  });
  await checkState(db);
  await run(db, `COMMENT ON TABLE job_failures IS '${NOTE}'`);
}
