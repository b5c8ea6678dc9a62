import { sql, type Kysely } from "kysely";

/** The buckets that servers have used: one that is gone is not made anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE store_buckets (
    bucket text PRIMARY KEY,
    since timestamptz NOT NULL DEFAULT now())`.execute(db);
}
