import { sql, type Kysely } from "kysely";

/** The coordinate system of a project's products: an EPSG code, and the datum of heights. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE projects
    ADD COLUMN epsg integer CHECK (epsg > 0), ADD COLUMN vertical_datum text`.execute(db);
}
