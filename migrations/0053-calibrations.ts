import { sql, type Kysely } from "kysely";

/**
 * Calibration records: of LiDAR sensors (lever arms, mounting angles, instrument files) and of
 * cameras (lever arm, boresight). What differs between the two kinds stands in `parameters`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("calibrations")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("sensor_name", "text", (column) => column.notNull())
    .addColumn("aircraft", "text", (column) => column.notNull().references("aircraft.name"))
    // Metres and degrees, by the names of document 3, section 3.
    .addColumn("parameters", "jsonb", (column) => column.notNull())
    // Instrument files by their extension: {"RES", "TBL", "LCP"}; TBL gzipped and in base64.
    .addColumn("instrument_files", "jsonb")
    .addColumn("survey_date", "timestamptz", (column) => column.notNull())
    .addColumn("scheduled_expiry_date", "timestamptz")
    .addColumn("expiry_date", "timestamptz")
    .addColumn("is_active", "boolean", (column) => column.notNull())
    .addColumn("lms_version", "text")
    .addColumn("flight_id", "text")
    .addColumn("updated", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await sql`CREATE UNIQUE INDEX calibrations_of_a_day
    ON calibrations (kind, sensor_name, aircraft, survey_date)`.execute(db);
  await sql`CREATE INDEX calibrations_by_survey
    ON calibrations (kind, survey_date DESC, id)`.execute(db);
}
