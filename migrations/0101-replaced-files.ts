import { sql, type Kysely } from "kysely";

/** What a replacement of data puts aside is kept for a time, and can be brought back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE replacements (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    upload_id text NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    landing text,
    begun timestamptz NOT NULL DEFAULT now(),
    ended timestamptz,
    user_name text,
    reason text,
    fault text,
    UNIQUE (upload_id, landing)
  )`.execute(db);
  await sql`CREATE TABLE replaced_files (
    replacement bigint NOT NULL REFERENCES replacements (id) ON DELETE CASCADE,
    path text NOT NULL,
    bytes bigint NOT NULL,
    sealed jsonb NOT NULL,
    version text NOT NULL,
    brought_back_by bigint REFERENCES replacements (id) ON DELETE SET NULL,
    stands boolean NOT NULL DEFAULT false,
    expired boolean NOT NULL DEFAULT false,
    PRIMARY KEY (replacement, path)
  )`.execute(db);
  await sql`CREATE INDEX replaced_files_brought_back ON replaced_files (brought_back_by)
    WHERE brought_back_by IS NOT NULL`.execute(db);
}
