import { sql, type Kysely } from "kysely";

/** The actions that may be news; which of them are, and of what kind, the sweep decides. */
const ACTIONS = [
  "upload.rebuilt",
  "upload.rebuildFailed",
  "upload.stalled",
  "archive.finished",
  "archive.failed",
  "job.moved",
];

/**
 * Events of the audit log that concern a followed flight wait in `news_pending`, written in their own
 * transaction: a sweep by time or by identifier would miss those that are committed late.
 */
const WAIT = sql`
CREATE FUNCTION wait_for_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO news_pending (event)
    SELECT id FROM added
    WHERE action = ANY (${sql.lit(`{${ACTIONS.join()}}`)}::text[])
      AND EXISTS (SELECT FROM follows WHERE follows.flight_id = added.flight_id);
  RETURN NULL;
END $$`;

/** The ways by which news also comes to people: mail, and push to a session's browser. */
async function createWays(db: Kysely<unknown>): Promise<void> {
  // Who chose one of them; what of their token decides what they may learn is of their last call.
  await sql`CREATE TABLE news_readers (
    subject text PRIMARY KEY,
    email text NOT NULL,
    areas text[] NOT NULL,
    seen timestamptz NOT NULL DEFAULT now(),
    mail boolean NOT NULL DEFAULT false,
    -- The last news that was mailed, or was there when mail was chosen, and when.
    mail_sent bigint NOT NULL DEFAULT 0,
    mailed timestamptz)`.execute(db);
  await sql`CREATE TABLE push_subscriptions (
    endpoint text PRIMARY KEY,
    -- It ends with its session: nothing is pushed to a browser that is signed out.
    session text NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    subject text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    sent bigint NOT NULL,
    failures integer NOT NULL DEFAULT 0,
    retry_at timestamptz NOT NULL DEFAULT now(),
    created timestamptz NOT NULL DEFAULT now())`.execute(db);
  await sql`CREATE INDEX push_subscriptions_of_a_person ON push_subscriptions (subject)`.execute(
    db,
  );
  await sql`CREATE INDEX push_subscriptions_session ON push_subscriptions (session)`.execute(db);
}

/** Followed flights and their followers' news. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE follows (
    subject text NOT NULL,
    flight_id text NOT NULL REFERENCES flights ON DELETE CASCADE,
    since timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (subject, flight_id))`.execute(db);
  await sql`CREATE INDEX follows_of_a_flight ON follows (flight_id)`.execute(db);
  // Of the audit log, without a reference: it is another's to keep.
  await sql`CREATE TABLE news_pending (event bigint PRIMARY KEY)`.execute(db);
  await sql`CREATE TABLE news (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subject text NOT NULL,
    event bigint NOT NULL,
    at timestamptz NOT NULL,
    flight_id text NOT NULL,
    area text NOT NULL,
    kind text NOT NULL,
    job text,
    is_read boolean NOT NULL DEFAULT false,
    UNIQUE (subject, event))`.execute(db);
  await sql`CREATE INDEX news_of_a_person ON news (subject, id DESC)`.execute(db);
  await sql`CREATE INDEX news_by_age ON news (at)`.execute(db);
  await createWays(db);
  await WAIT.execute(db);
  await sql`CREATE TRIGGER events_wait_for_news AFTER INSERT ON audit.events
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION wait_for_news()`.execute(db);
}
