import type { AppError } from "@swath/contract/errors";
import { endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { currentLMSVersion, keepFirstLMSVersion } from "../domain/settings/lms-version.ts";
import { recordServe, testIdentity } from "../platform/http/testing/recorded-serve.ts";
import { ChangeWatch } from "../platform/postgres/change-watch.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { serveSettings } from "./settings.routes.ts";
import { untilBlocked } from "../platform/postgres/testing/until-blocked.ts";

const configured = {
  wireChecksum: "crc32c",
  concurrentUploads: 2,
  compression: "always",
  minPieceBytes: 1_048_576,
  minCopiedBytes: 5_242_880,
  storeAddresses: [],
  requireReason: false,
} as const;
const [here, elsewhere] = [recordServe(), recordServe()];
const admin = testIdentity("ada", "admin");
const other = testIdentity("alan", "admin");
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const { serve } of [here, elsewhere]) serveSettings(serve, { db: database.db, configured });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.deleteFrom("application_settings").execute();
  await keepFirstLMSVersion(database.db, "4.2");
});

const read = async () => (await here.ask(endpoints.readLMSVersion, { identity: admin })).reply;
const set = async (LMSCurrentVersion: string, updated: string, identity = admin) =>
  (
    await here.ask(endpoints.changeLMSVersion, {
      query: { updated },
      body: { LMSCurrentVersion },
      identity,
    })
  ).reply;
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: AppError) => error,
  );
const seenBy = async ({ ask }: typeof here) =>
  (await ask(endpoints.readSettings)).reply.LMSCurrentVersion;

test("the configuration's version is the first one, and none after it", async () => {
  expect(await keepFirstLMSVersion(database.db, "9.9")).toBe("4.2");
  expect(await read()).toMatchObject({
    LMSCurrentVersion: "4.2",
    changedBy: null,
    changes: [{ name: null, before: null, after: "4.2" }, ...(await read()).changes.slice(1)],
  });
  expect((await here.ask(endpoints.readSettings)).reply).toEqual({
    ...configured,
    LMSCurrentVersion: "4.2",
  });
});

test("settings/V2 a change is every server's at once, and on record with before and after", async () => {
  const { updated } = await read();
  const changed = await set("4.3", updated);
  expect(changed).toMatchObject({ LMSCurrentVersion: "4.3", changedBy: "Ada" });
  expect(changed.changes[0]).toMatchObject({ name: "Ada", before: "4.2", after: "4.3" });
  expect([await seenBy(here), await seenBy(elsewhere)]).toEqual(["4.3", "4.3"]);
  expect(await currentLMSVersion(database.db)).toBe("4.3");
  const events = await database.db
    .selectFrom("audit.events")
    .select(["action", "subject", "detail", "address"])
    .orderBy("id", "desc")
    .limit(1)
    .execute();
  expect(events).toEqual([
    {
      action: "setting.changed",
      subject: "ada",
      detail: { name: "LMSCurrentVersion", before: "4.2", after: "4.3" },
      address: "192.0.2.1",
    },
  ]);
});

test("settings/V1 of two who change it at once one is refused, and learns what it is now", async () => {
  const { updated } = await read();
  let answers: Promise<(AppError | undefined)[]> = Promise.resolve([]);
  // Both are under way before either of them can write.
  await database.db.transaction().execute(async (trx) => {
    await trx.selectFrom("application_settings").selectAll().forUpdate().execute();
    answers = Promise.all([errorOf(set("4.3", updated)), errorOf(set("4.4", updated, other))]);
    await untilBlocked(database.db, 2);
  });
  const refused = (await answers).filter((answer) => answer !== undefined);
  expect(refused).toHaveLength(1);
  const now = await read();
  expect(refused[0]).toMatchObject({
    code: "RECORD_CHANGED",
    details: { LMSCurrentVersion: now.LMSCurrentVersion, updated: now.updated },
  });
  expect(refused[0]!.message).toContain(`${now.changedBy} has set it to ${now.LMSCurrentVersion}`);
  expect(now.changes[0]).toMatchObject({ before: "4.2", after: now.LMSCurrentVersion });
});

test("each change has another time, however soon it follows, and the same version is no change", async () => {
  let { updated } = await read();
  const times = [updated];
  for (const version of ["4.3", "4.4", "4.5"]) {
    ({ updated } = await set(version, updated));
    times.push(updated);
  }
  expect(new Set(times).size).toBe(4);
  const before = (await read()).changes.length;
  expect((await set("4.5", updated)).updated).toBe(updated);
  expect((await read()).changes).toHaveLength(before);
});

test.each(["", " ", "4,2", "4.", ".2", "4.2 ", "v4.2", "4.2.3.4.5", "12345", "4.2\n", "4.2-"])(
  "the version %j is refused",
  async (version) => {
    const { updated } = await read();
    expect(await errorOf(set(version, updated))).toMatchObject({ code: "INVALID_REQUEST" });
    expect(await seenBy(here)).toBe("4.2");
  },
);

test.each(["4", "4.2", "3.3.3", "1.2.3.4", "9999.9999", "5.0.0-beta.2"])(
  "the version %j is taken",
  async (version) => {
    const { updated } = await read();
    await set(version, updated);
    expect(await seenBy(elsewhere)).toBe(version);
  },
);

test.each([
  [["leader"]],
  [["resubmit"]],
  [["admin", "guest"]],
  [["admin", "processingOnly"]],
] as const)("who holds %j neither reads nor changes it", async (roles) => {
  const identity = testIdentity("lea", ...roles);
  const { updated } = await read();
  const refused = { code: "INSUFFICIENT_PRIVILEGES" };
  expect(await errorOf(set("4.3", updated, identity))).toMatchObject(refused);
  expect(await errorOf(here.ask(endpoints.readLMSVersion, { identity }))).toMatchObject(refused);
  expect(await seenBy(here)).toBe("4.2");
});

const record = (n: number, change: object = {}) => ({
  id: n.toString(16).padStart(24, "0"),
  kind: "lidar" as const,
  sensor_name: `S ${n}`,
  aircraft: "VH-AAA",
  parameters: "{}",
  instrument_files: null,
  survey_date: new Date(),
  scheduled_expiry_date: null,
  expiry_date: null,
  is_active: true,
  lms_version: "4.2",
  flight_id: null,
  ...change,
});

test("it says of which versions the parameters in force are", async () => {
  const { db } = database;
  await db.insertInto("aircraft").values({ name: "VH-AAA", type: "FixedWing" }).execute();
  const records = [
    record(1),
    record(2),
    record(3, { lms_version: "4.1" }),
    record(4, { expiry_date: new Date() }),
    record(5, { is_active: false }),
    record(6, { kind: "imagery", lms_version: null }),
  ];
  await db.insertInto("calibrations").values(records).execute();
  expect((await read()).inForce).toEqual([
    { LMSVersion: "4.2", records: 2 },
    { LMSVersion: "4.1", records: 1 },
  ]);
});

test("servers that remember replies hear of a change once it is committed", async () => {
  const options = { url: database.url, channel: "swath_settings", probeMs: 50 };
  let asked = 0;
  const now = (): number => {
    asked += 1;
    return performance.now();
  };
  const watch = new ChangeWatch({ ...options, now, onLoss: () => {} });
  try {
    await expect.poll(() => watch.version()).toBeTypeOf("number");
    const before = watch.version();
    // It asks for the time with each probe that came: none of them is a change.
    const probed = asked + 3;
    await expect.poll(() => asked).toBeGreaterThan(probed);
    expect(watch.version()).toBe(before);
    const { updated } = await read();
    await set("4.3", updated);
    await expect.poll(() => watch.version()).not.toBe(before);
  } finally {
    await watch.stop();
  }
});
