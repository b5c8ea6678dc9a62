import { sql, type Kysely } from "kysely";

/** Backups that were made, for those who watch that there are some. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE backups (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    taken timestamptz NOT NULL,
    ended timestamptz NOT NULL DEFAULT now(),
    place text NOT NULL,
    objects bigint NOT NULL,
    bytes bigint NOT NULL,
    added_bytes bigint NOT NULL,
    faults integer NOT NULL
  )`.execute(db);
}
