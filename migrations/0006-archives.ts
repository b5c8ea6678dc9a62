import { sql, type Kysely } from "kysely";

/** What was archived, and what is to be. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("archives")
    .addColumn("flight_id", "text", (column) =>
      column.notNull().references("flights.flight_id").onDelete("cascade"),
    )
    .addColumn("kind", "text", (column) =>
      column.notNull().check(sql`kind IN ('LiDAR', 'Imagery')`),
    )
    .addColumn("bucket", "text", (column) => column.notNull())
    .addColumn("prefix", "text", (column) => column.notNull())
    .addColumn("objects", "integer", (column) => column.notNull())
    .addColumn("bytes", "bigint", (column) => column.notNull())
    // The seal of the archive's manifest: SHA-256 of its lines.
    .addColumn("seal", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("archives_key", ["flight_id", "kind"])
    .execute();
  await db.schema
    .createTable("archive_orders")
    .addColumn("flight_id", "text", (column) =>
      column.primaryKey().references("flights.flight_id").onDelete("cascade"),
    )
    .addColumn("status", "text", (column) =>
      column.notNull().check(sql`status IN ('WAITING', 'RUNNING', 'DONE', 'FAILED')`),
    )
    .addColumn("ordered", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    // When it was done or failed.
    .addColumn("ended", "timestamptz")
    .addColumn("reason", "text")
    .execute();
  await sql`CREATE INDEX archive_orders_open ON archive_orders (ordered)
    WHERE status IN ('WAITING', 'RUNNING')`.execute(db);
  // Where the rule for closed projects begins to look.
  await sql`CREATE INDEX uploads_ready ON uploads (flight_id) WHERE status = 'DATA_READY'`.execute(
    db,
  );
}
