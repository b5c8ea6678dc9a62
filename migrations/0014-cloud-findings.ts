import { sql, type Kysely } from "kysely";

/** Places of clouds at which reviewers found something, and the answers to them. */
const FINDINGS = `
CREATE TABLE cloud_findings (
  id text PRIMARY KEY,
  processing_id text NOT NULL REFERENCES processings (id) ON DELETE CASCADE,
  job text NOT NULL,
  attempt int NOT NULL,
  kind text NOT NULL,
  words text NOT NULL,
  place jsonb NOT NULL,
  line int,
  view text NOT NULL,
  picture bytea,
  subject text NOT NULL,
  user_name text NOT NULL,
  created timestamptz NOT NULL,
  closed timestamptz
);
CREATE INDEX cloud_findings_processing ON cloud_findings (processing_id);
CREATE TABLE cloud_finding_answers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  finding text NOT NULL REFERENCES cloud_findings (id) ON DELETE CASCADE,
  words text NOT NULL,
  closes boolean NOT NULL,
  subject text NOT NULL,
  user_name text NOT NULL,
  created timestamptz NOT NULL
);
CREATE INDEX cloud_finding_answers_finding ON cloud_finding_answers (finding);`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(FINDINGS).execute(db);
}
