import { sql, type Kysely } from "kysely";

/** When a person signed in here first: news of before then is no news to them. */
const FIRST_SIGN_INS = `
CREATE TABLE first_sign_ins (
  subject text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now()
);
-- Who was here before this table has read what they have read.
INSERT INTO first_sign_ins (subject, at)
  SELECT subject, min(at) FROM (
    SELECT subject, at FROM audit.events WHERE action = 'session.started' AND subject IS NOT NULL
    UNION ALL SELECT subject, created FROM sessions
    UNION ALL SELECT subject, '-infinity' FROM news) AS known
  GROUP BY subject;`;

/** The day on which a demonstration was first started, and the moment at which all of it was there. */
const DEMONSTRATION = `
CREATE TABLE demonstration (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  day date NOT NULL,
  seeded timestamptz
);`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [FIRST_SIGN_INS, DEMONSTRATION]) await sql.raw(statements).execute(db);
}
