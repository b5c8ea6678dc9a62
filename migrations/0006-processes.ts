import { sql, type Kysely } from "kysely";

/** The servers and workers that live: `/readyz`, metrics, the administration page and upgrades ask for them. */
const PROCESSES = `
CREATE TABLE processes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  serves boolean NOT NULL,
  works boolean NOT NULL,
  host text NOT NULL,
  pid integer NOT NULL,
  release text NOT NULL,
  started timestamptz NOT NULL DEFAULT now(),
  seen timestamptz NOT NULL DEFAULT now()
);`;

/**
 * What a migration asks of the servers beside it (decision 33): releases older than this one do not
 * work with the database from then on.
 */
const REQUIREMENTS = `
CREATE TABLE schema_requirements (
  migration text PRIMARY KEY,
  oldest_release text NOT NULL,
  since timestamptz NOT NULL DEFAULT now()
);`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [PROCESSES, REQUIREMENTS]) await sql.raw(statements).execute(db);
}
