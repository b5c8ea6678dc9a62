import type { Kysely } from "kysely";

/** The page that sends an upload, so that no other one can without saying so. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("uploads").addColumn("holder", "text").execute();
}
