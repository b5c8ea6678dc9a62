import { sql, type Kysely } from "kysely";

async function createUploads(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE SEQUENCE upload_places`.execute(db);
  await db.schema
    .createTable("uploads")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("flight_id", "text", (column) =>
      column.notNull().references("flights.flight_id").onDelete("cascade"),
    )
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("sensor_name", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    // Who moved it last: the owner.
    .addColumn("subject", "text")
    .addColumn("user_name", "text")
    .addColumn("fingerprint", "text")
    .addColumn("updated", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn("is_update", "boolean", (column) => column.notNull().defaultTo(false))
    // Why it failed or stalled.
    .addColumn("reason", "text")
    .addColumn("locations", sql`text[]`, (column) => column.notNull().defaultTo(sql`'{}'`))
    // The lease of an active upload, last renewed then; null without one.
    .addColumn("lease_renewed", "timestamptz")
    // Its place in the queue for sending, kept while it sends; null outside.
    .addColumn("place", "bigint")
    .addUniqueConstraint("uploads_of_a_sensor", ["flight_id", "type", "sensor_name"])
    .execute();
  await sql`CREATE INDEX uploads_leased ON uploads (lease_renewed) WHERE lease_renewed IS NOT NULL`.execute(
    db,
  );
  await sql`CREATE INDEX uploads_in_line ON uploads (place) WHERE place IS NOT NULL`.execute(db);
  await sql`CREATE INDEX uploads_rebuilding ON uploads (updated)
    WHERE status IN ('UPLOAD_COMPLETE', 'VALIDATING_UPLOAD')`.execute(db);
}

async function createPlans(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("upload_plans")
    .addColumn("upload_id", "text", (column) =>
      column.primaryKey().references("uploads.id").onDelete("cascade"),
    )
    .addColumn("is_update", "boolean", (column) => column.notNull())
    .addColumn("base_folder", "text", (column) => column.notNull())
    // The manifest as JSON, and its SHA-256, to compare with.
    .addColumn("manifest", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("total_bytes", "bigint", (column) => column.notNull())
    .addColumn("total_files", "integer", (column) => column.notNull())
    // All content was decoded and verified; what is left is publishing.
    .addColumn("proven", "boolean", (column) => column.notNull().defaultTo(false))
    // Rebuilt: its objects are no more.
    .addColumn("settled", "boolean", (column) => column.notNull().defaultTo(false))
    .execute();
  await db.schema
    .createTable("upload_objects")
    .addColumn("upload_id", "text", (column) =>
      column.notNull().references("upload_plans.upload_id").onDelete("cascade"),
    )
    // Index into the plan.
    .addColumn("ordinal", "integer", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("source_bytes", "bigint", (column) => column.notNull())
    // [file, offset, length, zipped] each.
    .addColumn("segments", "jsonb", (column) => column.notNull())
    // What the browser announced when it requested a form; null before.
    .addColumn("stored_bytes", "bigint")
    .addColumn("checksum", "text")
    // How often a form for it was given out.
    .addColumn("authorised", "int2", (column) => column.notNull().defaultTo(0))
    .addColumn("claims", "jsonb")
    // Its files stand in their destination buckets.
    .addColumn("published", "boolean", (column) => column.notNull().defaultTo(false))
    .addPrimaryKeyConstraint("upload_objects_key", ["upload_id", "ordinal"])
    .addUniqueConstraint("upload_objects_name", ["upload_id", "name"])
    .execute();
}

/** Uploads with their leases and places in the queue, their manifests and planned objects. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createUploads(db);
  await createPlans(db);
}
