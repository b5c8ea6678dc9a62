-- The data in the store after the rebuild: archives, replaced files, and readings that verify it.

CREATE TABLE archives (
  flight_id text NOT NULL REFERENCES flights (flight_id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('LiDAR', 'Imagery')),
  bucket text NOT NULL,
  prefix text NOT NULL,
  objects integer NOT NULL,
  bytes bigint NOT NULL,
  -- SHA-256 of the lines of the archive's manifest.
  seal text NOT NULL,
  CONSTRAINT archives_key PRIMARY KEY (flight_id, kind)
);
CREATE TABLE archive_orders (
  flight_id text PRIMARY KEY REFERENCES flights (flight_id) ON DELETE CASCADE,
  status text NOT NULL CHECK (status IN ('WAITING', 'RUNNING', 'DONE', 'FAILED')),
  ordered timestamptz NOT NULL DEFAULT now(),
  ended timestamptz,
  reason text
);
CREATE INDEX archive_orders_open ON archive_orders (ordered) WHERE status IN ('WAITING', 'RUNNING');

-- Each time that files of an upload were replaced: by an update (landing names its plan), or by files that
-- a person brought back (decision 18).
CREATE TABLE replacements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  upload_id text NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
  landing text,
  begun timestamptz NOT NULL DEFAULT now(),
  ended timestamptz,
  user_name text,
  reason text,
  fault text,
  UNIQUE (upload_id, landing)
);
CREATE TABLE replaced_files (
  replacement bigint NOT NULL REFERENCES replacements (id) ON DELETE CASCADE,
  path text NOT NULL,
  bytes bigint NOT NULL,
  sealed jsonb NOT NULL,
  version text NOT NULL,
  brought_back_by bigint REFERENCES replacements (id) ON DELETE SET NULL,
  -- It is in its place again.
  stands boolean NOT NULL DEFAULT false,
  -- A worker is removing it.
  expired boolean NOT NULL DEFAULT false,
  PRIMARY KEY (replacement, path)
);
CREATE INDEX replaced_files_brought_back ON replaced_files (brought_back_by)
  WHERE brought_back_by IS NOT NULL;

-- Readings number the files of an upload by the manifests that were sealed at `sealed` (decision 21).

-- The latest scrub of each upload: how far it has read, and the bytes that all its scrubs have read.
CREATE TABLE scrubs (
  upload_id text PRIMARY KEY REFERENCES uploads (id) ON DELETE CASCADE,
  begun timestamptz NOT NULL,
  ended timestamptz,
  sealed text NOT NULL,
  position integer NOT NULL,
  bytes bigint NOT NULL
);
CREATE TABLE scrub_findings (
  upload_id text NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
  bucket text NOT NULL,
  key text NOT NULL,
  fault text NOT NULL CHECK (fault IN ('missing', 'size', 'content')),
  found timestamptz NOT NULL,
  PRIMARY KEY (bucket, key)
);

-- Files that were read and found as sealed: from from_place up to and without to_place.
CREATE TABLE stored_readings (
  upload_id text NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
  sealed text NOT NULL,
  from_place integer NOT NULL,
  to_place integer NOT NULL CHECK (to_place > from_place),
  read_at timestamptz NOT NULL,
  PRIMARY KEY (upload_id, from_place, read_at)
);

-- People's orders to read all files of an upload at full speed.
CREATE TABLE stored_verifications (
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
);
CREATE UNIQUE INDEX stored_verifications_open ON stored_verifications (upload_id) WHERE ended IS NULL;
CREATE INDEX stored_verifications_of ON stored_verifications (upload_id, id);
