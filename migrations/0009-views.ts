import { sql, type Kysely } from "kysely";

/** Named filters of the flight list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("views")
    .addColumn("id", "text", (column) => column.primaryKey())
    // The owner.
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("owner_name", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("shared", "boolean", (column) => column.notNull())
    // As in the flight list's address.
    .addColumn("filters", "jsonb", (column) => column.notNull())
    .addColumn("updated", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  // Also finds one person's views.
  await sql`CREATE UNIQUE INDEX views_name_of_owner ON views (subject, lower(name))`.execute(db);
  await sql`CREATE INDEX views_shared ON views (lower(name)) WHERE shared`.execute(db);
}
