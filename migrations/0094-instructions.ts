import { sql, type Kysely } from "kysely";

/** Instructions of projects' deliveries: what is made of their points, and in which form. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE instructions (
    id text PRIMARY KEY,
    proc_inst_id text NOT NULL UNIQUE,
    project_id text NOT NULL REFERENCES projects (project_id),
    site_name text NOT NULL,
    control boolean NOT NULL,
    horizontal_datum text NOT NULL,
    vertical_datum text NOT NULL,
    tile_extents jsonb NOT NULL,
    tile_naming text NOT NULL,
    products jsonb NOT NULL,
    -- Its file of control points: {"key", "bytes", "xxh128", "points", "uploaded"}.
    control_file jsonb,
    -- Name of the person who saved it last; null for one that was imported.
    updated_by text,
    updated timestamptz NOT NULL DEFAULT now())`.execute(db);
  // Names of files have _ for a space.
  await sql`CREATE UNIQUE INDEX instructions_of_a_site
    ON instructions (project_id, lower(replace(site_name, ' ', '_')))`.execute(db);
  await sql`CREATE INDEX instructions_by_update ON instructions (updated DESC, id)`.execute(db);
  await sql`CREATE INDEX instructions_of_a_project
    ON instructions (project_id, updated DESC, id)`.execute(db);
  await sql`CREATE SEQUENCE instruction_numbers`.execute(db);
}
