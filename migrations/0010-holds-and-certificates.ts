import { sql, type Kysely } from "kysely";

/** Projects of whose flights nothing is removed while a hold lasts; without references: it outlives them. */
const HOLDS = `
CREATE TABLE project_holds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id text NOT NULL,
  reason text NOT NULL,
  subject text NOT NULL,
  user_name text NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  lifted timestamptz,
  lifted_by text,
  lift_reason text,
  CHECK ((lifted IS NULL) = (lifted_by IS NULL) AND (lifted IS NULL) = (lift_reason IS NULL))
);
CREATE UNIQUE INDEX project_holds_open ON project_holds (project_id) WHERE lifted IS NULL;

-- What removes anything of a flight leaves these out.
CREATE VIEW held_flights AS
  SELECT DISTINCT s.flight_id FROM flight_sensors s
  JOIN project_holds h ON h.project_id = s.project_id AND h.lifted IS NULL;`;

/** Signed proofs of what was removed, as they were given out. */
const CERTIFICATES = `
CREATE TABLE certificates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('person', 'flight', 'project')),
  -- What it is about: a pseudonym, a flight, a project.
  about text NOT NULL,
  made timestamptz NOT NULL DEFAULT now(),
  made_by text NOT NULL,
  document text NOT NULL,
  -- By the first server that gives it out.
  signed boolean NOT NULL DEFAULT false
);`;

/**
 * Orders to delete the data of flights. What is about to go is written down before it goes: a worker that was
 * killed goes on, and the certificate has everything.
 */
const DELETIONS = `
CREATE TABLE deletions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('flight', 'project')),
  about text NOT NULL,
  reason text NOT NULL,
  subject text NOT NULL,
  user_name text NOT NULL,
  ordered timestamptz NOT NULL DEFAULT now(),
  ended timestamptz,
  certificate bigint REFERENCES certificates (id)
);
CREATE UNIQUE INDEX deletions_open ON deletions (kind, about) WHERE ended IS NULL;
-- The stub that stays of a flight's data.
CREATE TABLE deletion_flights (
  deletion bigint NOT NULL REFERENCES deletions (id),
  flight_id text NOT NULL,
  -- When its records went; null before, and for good where it was not deleted.
  taken timestamptz,
  not_deleted text,
  uploads integer NOT NULL DEFAULT 0,
  processings integer NOT NULL DEFAULT 0,
  PRIMARY KEY (deletion, flight_id)
);
CREATE INDEX deletion_flights_of_a_flight ON deletion_flights (flight_id) WHERE taken IS NOT NULL;
CREATE TABLE deletion_places (
  deletion bigint NOT NULL REFERENCES deletions (id),
  bucket text NOT NULL,
  prefix text NOT NULL,
  PRIMARY KEY (deletion, bucket, prefix)
);
CREATE TABLE deletion_objects (
  deletion bigint NOT NULL REFERENCES deletions (id),
  bucket text NOT NULL,
  key text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  version text NOT NULL,
  checksums jsonb NOT NULL,
  removed timestamptz,
  PRIMARY KEY (deletion, bucket, key, version)
);`;

/** Since when a project is closed, by which its data becomes due; of those before this release, since then. */
const CLOSINGS = `
CREATE TABLE project_closings (
  project_id text PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT now()
);
INSERT INTO project_closings (project_id) SELECT project_id FROM projects WHERE status = 'Closed';
CREATE FUNCTION note_closing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'Closed' THEN
    INSERT INTO project_closings (project_id) VALUES (NEW.project_id) ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM project_closings WHERE project_id = NEW.project_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER projects_note_closing AFTER INSERT OR UPDATE OF status ON projects
  FOR EACH ROW EXECUTE FUNCTION note_closing();
-- Projects that are kept for other years than the setting says; null: for good.
CREATE TABLE project_retention (
  project_id text PRIMARY KEY,
  years integer CHECK (years BETWEEN 0 AND 1000),
  set_by text NOT NULL,
  since timestamptz NOT NULL DEFAULT now()
);`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [HOLDS, CERTIFICATES, DELETIONS, CLOSINGS])
    await sql.raw(statements).execute(db);
}
