import { sql, type Kysely } from "kysely";

/** Profiles of clouds that reviewers saved under a name. */
const PROFILES = `
CREATE TABLE saved_profiles (
  id text PRIMARY KEY,
  processing_id text NOT NULL REFERENCES processings (id) ON DELETE CASCADE,
  job text NOT NULL,
  attempt int NOT NULL,
  name text NOT NULL,
  view text NOT NULL,
  picture bytea,
  subject text NOT NULL,
  user_name text NOT NULL,
  created timestamptz NOT NULL
);
CREATE INDEX saved_profiles_processing ON saved_profiles (processing_id);`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(PROFILES).execute(db);
}
