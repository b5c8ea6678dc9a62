import { sql, type Kysely } from "kysely";

/** The files of a manifest in pages of a thousand: a manifest of 200,000 is never read whole. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE upload_manifest_pages (
    upload_id text NOT NULL REFERENCES upload_plans (upload_id) ON DELETE CASCADE,
    page integer NOT NULL,
    -- JSON: [path, bytes, zipped, destination] of each file.
    files text NOT NULL,
    PRIMARY KEY (upload_id, page))`.execute(db);
  await sql`INSERT INTO upload_manifest_pages (upload_id, page, files)
    SELECT upload_id, (number - 1) / 1000, jsonb_agg(
      jsonb_build_array(file -> 'fullPath', file -> 'originalSize', file -> 'zipped',
        file -> 'destination') ORDER BY number)::text
    FROM upload_plans, jsonb_array_elements(manifest::jsonb -> 'files')
      WITH ORDINALITY AS files (file, number)
    GROUP BY 1, 2`.execute(db);
  await sql`ALTER TABLE upload_plans DROP COLUMN manifest`.execute(db);
}
