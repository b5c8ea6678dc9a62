import { sql, type Kysely } from "kysely";

/** A run may list its tasks itself, by a call before them. */
const KINDS = `
ALTER TABLE run_submissions DROP CONSTRAINT run_submissions_kind_check,
  ADD CONSTRAINT run_submissions_kind_check CHECK (kind IN ('divide', 'tasks', 'collect'));`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(KINDS).execute(db);
}
