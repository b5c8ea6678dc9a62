import { sql, type Kysely } from "kysely";

/** Sessions of signed-in browsers, and what the demonstration's identity provider remembers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sessions")
    // SHA-256 of the cookie's value: the table alone opens no session.
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("subject", "text", (column) => column.notNull())
    // Refresh, access and identity token, encrypted.
    .addColumn("tokens", sql`bytea`, (column) => column.notNull())
    .addColumn("created", "timestamptz", (column) => column.notNull())
    .addColumn("expires", "timestamptz", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sessions_expires").on("sessions").column("expires").execute();
  await db.schema
    .createTable("provider_records")
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("payload", "jsonb", (column) => column.notNull())
    .addColumn("grant_id", "text")
    .addColumn("uid", "text")
    .addColumn("expires", "timestamptz")
    .addPrimaryKeyConstraint("provider_records_key", ["model", "id"])
    .execute();
  await db.schema
    .createIndex("provider_records_grant")
    .on("provider_records")
    .column("grant_id")
    .execute();
  await db.schema
    .createIndex("provider_records_uid")
    .on("provider_records")
    .columns(["model", "uid"])
    .execute();
  await db.schema
    .createIndex("provider_records_expires")
    .on("provider_records")
    .column("expires")
    .execute();
}
