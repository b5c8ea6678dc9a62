import { sql, type Kysely } from "kysely";

/** Which installation a database belongs to, and the keys that it has: their public halves alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE installation (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    id uuid NOT NULL,
    since timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
  await sql`CREATE TABLE installation_keys (
    purpose text NOT NULL CHECK (purpose IN ('receipts', 'sessions')),
    kid text NOT NULL,
    x text,
    place bigint GENERATED ALWAYS AS IDENTITY,
    since timestamptz NOT NULL DEFAULT now(),
    revoked timestamptz,
    PRIMARY KEY (purpose, kid)
  )`.execute(db);
}
