import { sql, type Kysely } from "kysely";

/** Orders to move a flight's data to a colder storage class, and to restore it or a part of it. */
const ORDERS = `
CREATE TABLE cold_orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  flight_id text NOT NULL REFERENCES flights (flight_id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('move', 'restore')),
  -- Of a restore, where; empty for all of the flight.
  bucket text NOT NULL DEFAULT '',
  prefix text COLLATE "C" NOT NULL DEFAULT '',
  storage_class text,
  days integer,
  tier text CHECK (tier IN ('Standard', 'Bulk')),
  -- Null where the rule ordered it.
  subject text,
  user_name text,
  ordered timestamptz NOT NULL DEFAULT now(),
  begun timestamptz,
  looked timestamptz,
  ended timestamptz,
  outcome text CHECK (outcome IN ('done', 'stopped')),
  objects bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  unready bigint NOT NULL DEFAULT 0,
  until timestamptz,
  reason text,
  CHECK ((ended IS NULL) = (outcome IS NULL)),
  CHECK ((kind = 'move') = (storage_class IS NOT NULL)),
  CHECK ((kind = 'restore') = (days IS NOT NULL AND tier IS NOT NULL))
);
CREATE UNIQUE INDEX cold_orders_open ON cold_orders (flight_id, kind, bucket, prefix)
  WHERE ended IS NULL;
CREATE INDEX cold_orders_of_a_flight ON cold_orders (flight_id, id);`;

/** Filled by the next scan; objects that can be read at any time have null. */
const INVENTORY = `
ALTER TABLE stored_objects ADD COLUMN cold text CHECK (cold IN ('cold', 'restoring', 'restored')),
  ADD COLUMN restored_until timestamptz;
CREATE INDEX stored_objects_cold ON stored_objects (bucket, key) WHERE cold IS NOT NULL;`;

const READINGS = `
ALTER TABLE scrubs ADD COLUMN cold integer NOT NULL DEFAULT 0;
ALTER TABLE stored_verifications ADD COLUMN cold integer NOT NULL DEFAULT 0;`;

/** Who ordered a restore hears of its end, whether they follow the flight or not. */
const NEWS = `
CREATE OR REPLACE FUNCTION wait_for_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO news_pending (event)
    SELECT id FROM added
    WHERE action = 'cold.restored'
      OR (action = ANY ('{upload.rebuilt,upload.rebuildFailed,upload.stalled,archive.finished,archive.failed,job.moved}'::text[])
        AND EXISTS (SELECT FROM follows WHERE follows.flight_id = added.flight_id));
  RETURN NULL;
END $$;`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [ORDERS, INVENTORY, READINGS, NEWS])
    await sql.raw(statements).execute(db);
}
