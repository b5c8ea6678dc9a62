-- Followed flights, their followers' news, and the ways to people: mail, and push to a session's browser.

CREATE TABLE follows (
  subject text NOT NULL,
  flight_id text NOT NULL REFERENCES flights ON DELETE CASCADE,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (subject, flight_id)
);
CREATE INDEX follows_of_a_flight ON follows (flight_id);

CREATE TABLE news (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject text NOT NULL,
  -- Of the audit log, without a reference: the log may remove it earlier.
  event bigint NOT NULL,
  at timestamptz NOT NULL,
  flight_id text NOT NULL,
  area text NOT NULL,
  kind text NOT NULL,
  job text,
  is_read boolean NOT NULL DEFAULT false,
  UNIQUE (subject, event)
);
CREATE INDEX news_of_a_person ON news (subject, id DESC);
CREATE INDEX news_by_age ON news (at);

-- Events of followed flights, written in the events' own transaction: a sweep of the audit log by time or
-- by identifier would miss those that are committed late. The sweep decides which of them are news.
CREATE TABLE news_pending (event bigint PRIMARY KEY);
CREATE FUNCTION wait_for_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO news_pending (event)
    SELECT id FROM added
    WHERE action = ANY ('{upload.rebuilt,upload.rebuildFailed,upload.stalled,archive.finished,archive.failed,job.moved}'::text[])
      AND EXISTS (SELECT FROM follows WHERE follows.flight_id = added.flight_id);
  RETURN NULL;
END $$;
CREATE TRIGGER events_wait_for_news AFTER INSERT ON audit.events REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION wait_for_news();

-- People who chose mail or push. The token of their last call decides what they may learn.
CREATE TABLE news_readers (
  subject text PRIMARY KEY,
  email text NOT NULL,
  areas text[] NOT NULL,
  seen timestamptz NOT NULL DEFAULT now(),
  mail boolean NOT NULL DEFAULT false,
  -- The last news that was mailed, or the newest at the moment that mail was chosen.
  mail_sent bigint NOT NULL DEFAULT 0,
  mailed timestamptz
);
CREATE TABLE push_subscriptions (
  endpoint text PRIMARY KEY,
  -- It ends with its session: a browser that is signed out receives nothing.
  session text NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  subject text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  sent bigint NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  retry_at timestamptz NOT NULL DEFAULT now(),
  created timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX push_subscriptions_of_a_person ON push_subscriptions (subject);
CREATE INDEX push_subscriptions_session ON push_subscriptions (session);
