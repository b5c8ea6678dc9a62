import { sql, type Kysely } from "kysely";

/** When stored data was last read and found as sealed, and the readings that people order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE stored_readings (
    upload_id text NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    sealed text NOT NULL,
    from_place integer NOT NULL,
    to_place integer NOT NULL CHECK (to_place > from_place),
    read_at timestamptz NOT NULL,
    PRIMARY KEY (upload_id, from_place, read_at)
  )`.execute(db);
  // The order of places is the same as before where one manifest names them all.
  await sql`INSERT INTO stored_readings (upload_id, sealed, from_place, to_place, read_at)
    SELECT upload_id, sealed, 0, position, begun FROM scrubs
    WHERE position > 0 AND strpos(sealed, ' ') = 0`.execute(db);
  await sql`UPDATE scrubs SET position = 0
    WHERE ended IS NULL AND strpos(sealed, ' ') > 0`.execute(db);
  await sql`CREATE TABLE stored_verifications (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    upload_id text NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    subject text NOT NULL,
    user_name text NOT NULL,
    ordered timestamptz NOT NULL DEFAULT now(),
    begun timestamptz,
    ended timestamptz,
    outcome text CHECK (outcome IN ('read', 'cancelled', 'replaced')),
    cancelled_by text,
    sealed text,
    position integer NOT NULL DEFAULT 0,
    files integer NOT NULL DEFAULT 0,
    bytes bigint NOT NULL DEFAULT 0,
    total_bytes bigint NOT NULL DEFAULT 0,
    damaged integer NOT NULL DEFAULT 0,
    CHECK ((ended IS NULL) = (outcome IS NULL))
  )`.execute(db);
  await sql`CREATE UNIQUE INDEX stored_verifications_open ON stored_verifications (upload_id)
    WHERE ended IS NULL`.execute(db);
  await sql`CREATE INDEX stored_verifications_of ON stored_verifications (upload_id, id)`.execute(
    db,
  );
  // When the rebuild of a plan began to read what landed.
  await sql`ALTER TABLE upload_plans ADD COLUMN verified timestamptz`.execute(db);
}
