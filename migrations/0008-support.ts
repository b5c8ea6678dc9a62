import { sql, type Kysely } from "kysely";

/** Support issues that no Jira took: the whole issue, or only its attachment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("support_issues")
    // Its key is SUP- and this.
    .addColumn("number", "integer", (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn("created", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("user_name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("summary", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    // 4 low, 3 medium, 2 high.
    .addColumn("priority", "int2", (column) => column.notNull())
    // As the browser reported it; never fetched.
    .addColumn("url", "text", (column) => column.notNull())
    // The attachment: its name as reported, and its object in the support bucket.
    .addColumn("file_name", "text")
    .addColumn("file_bytes", "bigint")
    .addColumn("file_key", "text")
    // Where Jira has the issue and only its attachment is kept here.
    .addColumn("jira_key", "text")
    // Why Jira did not take it; null where none is configured.
    .addColumn("jira_problem", "text")
    .execute();
}
