import { sql, type Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // The office that an upload was last moved from, whose slots it takes; null elsewhere.
  await sql`ALTER TABLE uploads ADD COLUMN office text`.execute(db);
}
