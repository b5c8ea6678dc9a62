import { sql, type Kysely } from "kysely";

/**
 * Which stages cannot do without an instruction, which instruction an attempt followed, and whether what
 * a job published was made by a version of it that was replaced since.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE processing_jobs
    ADD reads_instruction boolean NOT NULL DEFAULT false,
    ADD is_outdated boolean NOT NULL DEFAULT false`.execute(db);
  // What did not apply, but for exterior orientation alone, lacked an instruction.
  await sql`UPDATE processing_jobs j SET reads_instruction = true FROM processings p
    WHERE p.id = j.processing_id AND j.area = 'stage' AND j.status = 'NOT_APPLICABLE'
      AND NOT p.eo_only`.execute(db);
  // {"instructionId", "ProcInstID", "siteName", "Updated"}
  await sql`ALTER TABLE processing_runs ADD instruction jsonb`.execute(db);
  await sql`CREATE INDEX processing_runs_by_instruction
    ON processing_runs ((instruction ->> 'instructionId')) WHERE instruction IS NOT NULL`.execute(
    db,
  );
}
