import type { Kysely } from "kysely";

/** How far the rebuild of an upload has come, for people who wait for it. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("upload_rebuilds")
    .addColumn("upload_id", "text", (column) =>
      column.primaryKey().references("uploads.id").onDelete("cascade"),
    )
    .addColumn("total_bytes", "bigint", (column) => column.notNull())
    .addColumn("verified_bytes", "bigint", (column) => column.notNull())
    .addColumn("rebuilt_bytes", "bigint", (column) => column.notNull())
    .execute();
}
