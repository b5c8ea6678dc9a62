import { sql, type Kysely } from "kysely";

/** Copies of LAS and LAZ files in an octree, by which parts of them are looked at. */
const PREPARED = `
CREATE TABLE prepared_clouds (
  id text PRIMARY KEY,
  bucket text NOT NULL,
  key text NOT NULL,
  version text NOT NULL,
  size bigint NOT NULL,
  copy_bucket text NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'done', 'failed')),
  attempt int NOT NULL DEFAULT 1,
  submitted int NOT NULL DEFAULT 0,
  running boolean NOT NULL DEFAULT false,
  percent int NOT NULL DEFAULT 0,
  cancelled boolean NOT NULL DEFAULT false,
  fault text,
  reason text,
  ordered timestamptz NOT NULL DEFAULT now(),
  used timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX prepared_clouds_open ON prepared_clouds (ordered) WHERE state = 'open';
CREATE INDEX prepared_clouds_source ON prepared_clouds (bucket, key);`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(PREPARED).execute(db);
}
