-- Uploads with their leases and places in the queue, their plans, and the pieces that were announced.

CREATE SEQUENCE upload_places;

CREATE TABLE uploads (
  id text PRIMARY KEY,
  flight_id text NOT NULL REFERENCES flights (flight_id) ON DELETE CASCADE,
  type text NOT NULL,
  sensor_name text NOT NULL,
  status text NOT NULL,
  -- The owner: the person who moved it last.
  subject text,
  user_name text,
  fingerprint text,
  updated timestamptz NOT NULL DEFAULT now(),
  is_update boolean NOT NULL DEFAULT false,
  -- Why it failed or stalled.
  reason text,
  locations text[] NOT NULL DEFAULT '{}',
  -- When the lease of an active upload was last renewed; null without a lease.
  lease_renewed timestamptz,
  -- Its place in the queue for sending, kept while it sends; null outside the queue.
  place bigint,
  -- When its data last became ready, and who had sent it: an update or the archive changes the status.
  ready_at timestamptz,
  ready_by text,
  -- The number of its current or last lease.
  lease integer NOT NULL DEFAULT 0,
  -- When it last used its slot, and the source bytes that were missing then.
  slot_used timestamptz,
  slot_missing bigint,
  -- The page that sends it: another page must take it over explicitly.
  holder text,
  CONSTRAINT uploads_of_a_sensor UNIQUE (flight_id, type, sensor_name)
);
CREATE INDEX uploads_leased ON uploads (lease_renewed) WHERE lease_renewed IS NOT NULL;
-- Active uploads that never had a lease, as older data has them.
CREATE INDEX uploads_unleased ON uploads (updated)
  WHERE lease_renewed IS NULL AND status IN (
    'VALIDATING_SOURCE', 'GENERATING_METADATA_N_UPLOAD_TASK', 'GENERATING_METADATA_N_CHECK_PROGRESS',
    'CHECKING_CONCURRENT_UPLOAD', 'UPLOAD_QUEUED', 'UPLOADING', 'UPLOAD_INTEGRITY_CHECK');
CREATE INDEX uploads_in_line ON uploads (place) WHERE place IS NOT NULL;
CREATE INDEX uploads_rebuilding ON uploads (updated)
  WHERE status IN ('UPLOAD_COMPLETE', 'VALIDATING_UPLOAD');
-- Here the rule that archives closed projects begins to look.
CREATE INDEX uploads_ready ON uploads (flight_id) WHERE status = 'DATA_READY';

CREATE TABLE upload_plans (
  upload_id text PRIMARY KEY REFERENCES uploads (id) ON DELETE CASCADE,
  is_update boolean NOT NULL,
  base_folder text NOT NULL,
  -- SHA-256 of the manifest, by which an equal one is recognised.
  digest text NOT NULL,
  total_bytes bigint NOT NULL,
  total_files integer NOT NULL,
  -- All content was decoded and verified; publishing is left.
  proven boolean NOT NULL DEFAULT false,
  -- Rebuilt: its objects were removed.
  settled boolean NOT NULL DEFAULT false,
  -- Its own landing place; empty for plans older than landing places (decision 9).
  landing text NOT NULL,
  subject text,
  -- When the rebuild began to read the landed objects.
  verified timestamptz
);
CREATE INDEX upload_plans_under_way ON upload_plans (subject) WHERE NOT settled;

-- A page has a thousand files, so that no process reads a manifest of 200,000 files whole.
CREATE TABLE upload_manifest_pages (
  upload_id text NOT NULL REFERENCES upload_plans (upload_id) ON DELETE CASCADE,
  page integer NOT NULL,
  -- JSON: [path, bytes, zipped, destination] of each file.
  files text NOT NULL,
  PRIMARY KEY (upload_id, page)
);

CREATE TABLE upload_objects (
  upload_id text NOT NULL REFERENCES upload_plans (upload_id) ON DELETE CASCADE,
  -- Index into the plan.
  ordinal integer NOT NULL,
  name text NOT NULL,
  source_bytes bigint NOT NULL,
  -- [file, offset, length, zipped] each.
  segments jsonb NOT NULL,
  -- Its files are in their destination buckets.
  published boolean NOT NULL DEFAULT false,
  -- The number of the last form given out for one of its pieces.
  form integer NOT NULL DEFAULT 0,
  rebuilt_version text,
  -- Checksum of all its source bytes, where they came in several pieces.
  xxh128 text,
  CONSTRAINT upload_objects_key PRIMARY KEY (upload_id, ordinal),
  CONSTRAINT upload_objects_name UNIQUE (upload_id, name)
);

-- A piece is a run of the source bytes of one object, posted by one form (decision 15).
CREATE TABLE upload_pieces (
  upload_id text NOT NULL,
  ordinal integer NOT NULL,
  form integer NOT NULL,
  source_offset bigint NOT NULL,
  length bigint NOT NULL,
  stored_bytes bigint NOT NULL,
  checksum text NOT NULL,
  claims jsonb NOT NULL,
  lease integer NOT NULL,
  version text,
  PRIMARY KEY (upload_id, ordinal, form),
  FOREIGN KEY (upload_id, ordinal) REFERENCES upload_objects (upload_id, ordinal) ON DELETE CASCADE
);

-- The progress of a rebuild, for people who wait for it.
CREATE TABLE upload_rebuilds (
  upload_id text PRIMARY KEY REFERENCES uploads (id) ON DELETE CASCADE,
  total_bytes bigint NOT NULL,
  verified_bytes bigint NOT NULL,
  rebuilt_bytes bigint NOT NULL
);

CREATE TABLE abandoned_landings (
  prefix text PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT now(),
  swept timestamptz
);
