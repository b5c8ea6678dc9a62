import { sql, type Kysely } from "kysely";

/** Versions that a bucket keeps of what a deletion removed: written down before they go, as the objects are. */
const VERSIONS = `
CREATE TABLE deletion_versions (
  deletion bigint NOT NULL REFERENCES deletions (id),
  bucket text NOT NULL,
  key text COLLATE "C" NOT NULL,
  version_id text NOT NULL,
  -- Null of a delete marker, which has no bytes.
  size bigint,
  removed timestamptz,
  -- Why the store kept it.
  refused text,
  PRIMARY KEY (deletion, bucket, key, version_id)
);
-- Why the store did not list the versions of a place.
ALTER TABLE deletion_places ADD COLUMN versions_refused text;`;

/** The object that each certificate is stored as: it outlives the database. */
const CERTIFICATES = `
ALTER TABLE certificates ADD COLUMN object text UNIQUE, ADD COLUMN stored timestamptz;
CREATE INDEX certificates_to_store ON certificates (id) WHERE stored IS NULL;`;

/** Pages of flights show which are on hold. */
const HOLDS = `
CREATE TRIGGER project_holds_tell AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON project_holds
  FOR EACH STATEMENT EXECUTE FUNCTION tell_flights_changed();`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [VERSIONS, CERTIFICATES, HOLDS]) await sql.raw(statements).execute(db);
}
