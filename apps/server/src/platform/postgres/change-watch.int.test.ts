import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { ChangeWatch } from "./change-watch.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
let database: TestDatabase;
let watch: ChangeWatch;
let now = 0;
/** How often the time was asked for: with each probe that came, and each version that is read. */
let asked = 0;
const losses: unknown[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => watch.stop());

const until = (check: () => boolean) => expect.poll(check, { interval: 10 }).toBe(true);

async function watching(): Promise<number> {
  watch = new ChangeWatch({
    url: database.url,
    channel: "swath_flights",
    now: () => {
      asked += 1;
      return now;
    },
    onLoss: (error) => losses.push(error),
    probeMs: 50,
  });
  expect(watch.version()).toBeUndefined();
  await until(() => watch.version() !== undefined);
  return watch.version() ?? Number.NaN;
}

const write = (statement: string) => sql.raw(statement).execute(database.db);

test("what makes up a page of flights changes the version, a heartbeat does not", async () => {
  let version = await watching();
  const changes = [
    "INSERT INTO aircraft VALUES ('VH-A', 'Rotary')",
    `INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft, departure_timezone,
      document_major_version, types) VALUES ('FL000001', '{}', now(), 'empty', 'VH-A', 'UTC', 4, '{}')`,
    `INSERT INTO uploads (id, flight_id, type, sensor_name, status)
      VALUES ('u', 'FL000001', 'LiDAR', 'S', 'UPLOADING')`,
    "UPDATE uploads SET locations = '{s3://b/p}'",
    "UPDATE uploads SET status = 'UPLOAD_PAUSED'",
    "DELETE FROM uploads",
    `INSERT INTO project_holds (project_id, reason, subject, user_name)
      VALUES ('P1', 'a claim', 's', 'n')`,
    "UPDATE project_holds SET lifted = now(), lifted_by = 'n', lift_reason = 'settled'",
  ];
  for (const change of changes) {
    await write(change);
    await until(() => watch.version() !== version);
    version = watch.version() ?? Number.NaN;
  }
  await write(`INSERT INTO uploads (id, flight_id, type, sensor_name, status)
    VALUES ('u', 'FL000001', 'LiDAR', 'S', 'UPLOADING')`);
  await until(() => watch.version() !== version);
  version = watch.version() ?? Number.NaN;
  await write("UPDATE uploads SET lease_renewed = now(), place = 1");
  await write("UPDATE uploads SET status = 'UPLOADING' WHERE status = 'NONE'");
  // Probes come by the way that changes would have come by.
  const probed = asked + 3;
  await until(() => asked > probed);
  expect(watch.version()).toBe(version);
});

test("a version that no probe confirms any more is unknown", async () => {
  await watching();
  now += 1_000;
  expect(watch.version()).toBeUndefined();
  await until(() => watch.version() !== undefined);
});

test("a lost connection makes the version unknown, then another one", async () => {
  const version = await watching();
  await write(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'swath changes' AND datname = current_database()`);
  await until(() => losses.length > 0 && watch.version() === undefined);
  await until(() => watch.version() !== undefined);
  expect(watch.version()).toBeGreaterThan(version);
});

test("a watch holds nothing of the answers that it had, however long its connection lives", async () => {
  const answers: WeakRef<object>[] = [];
  const clients = pg.Client.prototype as unknown as {
    query: (this: unknown, text: string) => Promise<object>;
  };
  const { query } = clients;
  onTestFinished(() => void (clients.query = query));
  clients.query = async function (text) {
    const answer = await query.call(this, text);
    answers.push(new WeakRef(answer));
    return answer;
  };
  await watching();
  await until(() => answers.length > 3);
  collectGarbage();
  expect(answers.slice(0, 3).map((answer) => answer.deref())).toEqual(Array(3).fill(undefined));
});
