import { sql, type Kysely } from "kysely";

/** Views of every list, not of flights alone; those there are of flights. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The size of a page, for lists that have several.
  await sql`ALTER TABLE views
    ADD COLUMN list text NOT NULL DEFAULT 'flights', ADD COLUMN page_size integer`.execute(db);
  await sql`ALTER TABLE views ALTER COLUMN list DROP DEFAULT`.execute(db);
  // One name may stand for a view of each list.
  await sql`DROP INDEX views_name_of_owner, views_shared`.execute(db);
  await sql`CREATE UNIQUE INDEX views_name_of_owner
    ON views (subject, list, lower(name))`.execute(db);
  await sql`CREATE INDEX views_shared ON views (list, lower(name)) WHERE shared`.execute(db);
}
