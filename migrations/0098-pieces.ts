import { sql, type Kysely } from "kysely";

/**
 * What is posted is a piece: a run of the source bytes of one planned object. What was announced and
 * verified of whole objects becomes that of one piece each; of an object in several, the rebuild keeps
 * the checksum of all its source bytes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE upload_pieces (
    upload_id text NOT NULL,
    ordinal integer NOT NULL,
    form integer NOT NULL,
    source_offset bigint NOT NULL,
    length bigint NOT NULL,
    stored_bytes bigint NOT NULL,
    checksum text NOT NULL,
    claims jsonb NOT NULL,
    lease integer NOT NULL,
    version text,
    PRIMARY KEY (upload_id, ordinal, form),
    FOREIGN KEY (upload_id, ordinal) REFERENCES upload_objects (upload_id, ordinal)
      ON DELETE CASCADE
  )`.execute(db);
  await sql`INSERT INTO upload_pieces
    SELECT upload_id, ordinal, form, 0, source_bytes, stored_bytes, checksum, claims, lease, version
    FROM upload_objects WHERE checksum IS NOT NULL`.execute(db);
  await sql`ALTER TABLE upload_objects DROP COLUMN stored_bytes, DROP COLUMN checksum,
    DROP COLUMN claims, DROP COLUMN lease, DROP COLUMN version, ADD COLUMN xxh128 text`.execute(db);
}
