import { sql } from "kysely";
import pg from "pg";
import { MAX_FOLLOWS, MAX_NEWS, NEWS_DAYS, newsText } from "@swath/contract/news";
import { endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recordEvent } from "../platform/audit/record-event.ts";
import { testIdentity } from "../platform/http/testing/recorded-serve.ts";
import { trimNews } from "./gather-news.ts";
import { newsRig } from "./testing/news-rig.ts";

const crew = testIdentity("crew");
const other = testIdentity("other");
const processing = testIdentity("processing", "processingOnly");
const RUN = ["order", "start", "succeed"] as const;

let rig: Awaited<ReturnType<typeof newsRig>>;
beforeAll(async () => {
  rig = await newsRig();
});
afterAll(() => rig.drop());
beforeEach(async () => {
  await sql`TRUNCATE follows, news, news_pending, first_sign_ins, demonstration`.execute(rig.db);
});

const textsOf = async (identity: typeof crew): Promise<string[]> =>
  (await rig.newsOf(identity)).news.map((news) => `${news.flightId} ${newsText(news)}`);
const pending = async (): Promise<number> =>
  (await rig.db.selectFrom("news_pending").selectAll().execute()).length;
const read = (identity: typeof crew, id: number, andOlder = false) =>
  rig.ask(endpoints.markNewsRead, { identity, body: { id, andOlder } });

describe("news", () => {
  test("is what happens to a followed flight from then on, for each who follows it", async () => {
    const flight = await rig.seedFlight();
    const quiet = await rig.seedFlight();
    await rig.move(flight, [...RUN]);
    await rig.follow(flight, crew);
    await rig.follow(flight, other);
    await rig.move(flight, ["order", "start", "fail"]);
    await rig.move(quiet, [...RUN]);
    await rig.gather();
    for (const identity of [crew, other])
      expect(await textsOf(identity)).toEqual([`${flight} GPS & EO failed`]);
    expect(await rig.newsOf(crew)).toMatchObject({
      unread: 1,
      news: [{ area: "ip", kind: "failed", isRead: false }],
    });
    const { news } = await rig.newsOf(crew);
    expect(news[0]?.review).toBe(`${flight.slice(2).padStart(24, "0")}.GPS`);
    expect(await textsOf(testIdentity("stranger"))).toEqual([]);
  });

  test("tells what ended, what waits for QA or a person, and what QA decided", async () => {
    const flight = await rig.seedFlight("ip", true);
    await rig.follow(flight, crew);
    await rig.move(flight, [...RUN]);
    await rig.move(flight, ["completeQA", "markIgnored"], { subject: "qa", name: "QA" });
    await rig.move(flight, ["order", "start", "requireManual"]);
    await rig.gather();
    expect(await textsOf(crew)).toEqual([
      `${flight} GPS & EO waits to be processed by hand`,
      `${flight} GPS & EO QA completed`,
      `${flight} GPS & EO completed, waits for QA`,
    ]);
  });

  test("tells what became of uploads and archives", async () => {
    const flightId = await rig.seedFlight();
    await rig.follow(flightId, crew);
    const place = { bucket: "archive", prefix: "x/" };
    const by = { actor: "swath", flightId } as const;
    await recordEvent(rig.db, { ...by, action: "upload.rebuilt", detail: { locations: [] } });
    await recordEvent(rig.db, { ...by, action: "upload.rebuildFailed", detail: { reason: "x" } });
    const stalled = { from: "UPLOADING", to: "UPLOAD_STALLED" } as const;
    await recordEvent(rig.db, { ...by, action: "upload.stalled", detail: stalled });
    const done = { ...place, objects: 1, bytes: 1 };
    await recordEvent(rig.db, { ...by, action: "archive.finished", detail: done });
    await recordEvent(rig.db, {
      ...by,
      action: "archive.failed",
      detail: { ...place, reason: "x" },
    });
    await recordEvent(rig.db, { ...by, action: "archive.started", detail: place });
    await rig.gather();
    expect(await textsOf(crew)).toEqual(
      [
        "Archiving failed",
        "Archived",
        "Upload stalled",
        "Upload failed its validation",
        "Data ready",
      ].map((text) => `${flightId} ${text}`),
    );
  });

  test("of a restore that is done comes to who ordered it, and to who follows the flight", async () => {
    const flightId = await rig.seedFlight();
    await rig.follow(flightId, other);
    const { id } = await rig.db
      .insertInto("cold_orders")
      .values({ flight_id: flightId, kind: "restore", days: 1, tier: "Bulk", subject: "crew" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const detail = { order: id, objects: 1, bytes: 1, until: null };
    await recordEvent(rig.db, { actor: "swath", flightId, action: "cold.restored", detail });
    await rig.gather();
    for (const identity of [crew, other])
      expect(await textsOf(identity)).toEqual([`${flightId} Restored from cold storage`]);
    expect(await textsOf(testIdentity("stranger"))).toEqual([]);
  });

  test("names the upload, of which a flight has several", async () => {
    const flightId = await rig.seedFlight();
    await rig.follow(flightId, crew);
    for (const [type, digit] of [
      ["LiDAR", "a"],
      ["MediumFormatImagery", "b"],
    ] as const) {
      const uploadId = `${flightId.slice(2)}${digit}`.padStart(24, "0");
      await rig.db
        .insertInto("uploads")
        .values({ id: uploadId, flight_id: flightId, type, sensor_name: "S", status: "DATA_READY" })
        .execute();
      const event = { actor: "swath", flightId, uploadId, action: "upload.rebuilt" } as const;
      await recordEvent(rig.db, { ...event, detail: { locations: [] } });
    }
    await rig.gather();
    expect(await textsOf(crew)).toEqual([
      `${flightId} Data ready: MediumFormatImagery`,
      `${flightId} Data ready: LiDAR`,
    ]);
  });

  test("of an archive is one, though LiDAR and imagery have one each", async () => {
    const flightId = await rig.seedFlight();
    await rig.follow(flightId, crew);
    await rig.db.transaction().execute(async (trx) => {
      for (const prefix of ["x/LiDAR/", "x/Imagery/"]) {
        const detail = { bucket: "archive", prefix, objects: 1, bytes: 1 };
        await recordEvent(trx, { action: "archive.finished", actor: "swath", flightId, detail });
      }
    });
    await rig.gather();
    expect(await textsOf(crew)).toEqual([`${flightId} Archived`]);
  });

  test("is none of what one did oneself", async () => {
    const flight = await rig.seedFlight();
    await rig.follow(flight, crew);
    await rig.follow(flight, other);
    await rig.move(flight, [...RUN]);
    await rig.move(flight, ["completeQA"], crew);
    await rig.gather();
    expect(await textsOf(crew)).toEqual([`${flight} GPS & EO completed`]);
    expect(await textsOf(other)).toHaveLength(2);
  });

  test("is made once, also by servers that sweep at once, and of events that are committed late", async () => {
    const flight = await rig.seedFlight();
    await rig.follow(flight, crew);
    const late = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const by = { actor: "swath", flightId: flight } as const;
    const slow = rig.db.transaction().execute(async (trx) => {
      await recordEvent(trx, { ...by, action: "upload.rebuilt", detail: { locations: [] } });
      written.resolve();
      await late.promise;
    });
    await written.promise;
    await rig.move(flight, [...RUN]);
    await Promise.all([rig.gather(), rig.gather(), rig.gather()]);
    expect(await textsOf(crew)).toEqual([`${flight} GPS & EO completed`]);
    late.resolve();
    await slow;
    await Promise.all([rig.gather(), rig.gather()]);
    expect((await textsOf(crew)).toSorted()).toEqual(
      [`${flight} Data ready`, `${flight} GPS & EO completed`].toSorted(),
    );
  });

  test("costs nothing where nobody follows", async () => {
    await rig.move(await rig.seedFlight(), [...RUN]);
    expect(await pending()).toBe(0);
  });

  test("is gathered in one statement, however many follow", async () => {
    const flight = await rig.seedFlight();
    await sql`INSERT INTO follows SELECT 'person ' || n, ${flight} FROM generate_series(1, 1000) n`.execute(
      rig.db,
    );
    await rig.move(flight, [...RUN]);
    await rig.gather();
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM news`.execute(rig.db);
    expect(rows).toEqual([{ n: 1000 }]);
  });

  test("is kept for so many days, and so much of it for one person", async () => {
    await sql`INSERT INTO news (subject, event, at, flight_id, area, kind)
      SELECT 'crew', n, now(), 'FL000001', 'flights', 'archived'
      FROM generate_series(1, ${MAX_NEWS + 7}) n`.execute(rig.db);
    await sql`INSERT INTO news (subject, event, at, flight_id, area, kind) VALUES
      ('other', 1, now() - ${NEWS_DAYS + 1} * interval '1 day', 'FL000001', 'flights', 'archived'),
      ('other', 2, now(), 'FL000001', 'flights', 'archived')`.execute(rig.db);
    await trimNews(rig.db);
    const { rows } = await sql<{ subject: string; n: number; first: number }>`
      SELECT subject, count(*)::int AS n, min(event)::int AS first FROM news
      GROUP BY subject ORDER BY subject`.execute(rig.db);
    expect(rows).toEqual([
      { subject: "crew", n: MAX_NEWS, first: 8 },
      { subject: "other", n: 1, first: 2 },
    ]);
  });

  test("of what one may not see is not shown, whatever one saw when it happened", async () => {
    const flight = await rig.seedFlight("iptm");
    await rig.follow(flight, crew);
    await rig.move(flight, [...RUN]);
    const by = { actor: "swath", flightId: flight } as const;
    await recordEvent(rig.db, { ...by, action: "upload.rebuilt", detail: { locations: [] } });
    await rig.gather();
    expect(await rig.newsOf(crew)).toMatchObject({ unread: 2 });
    const restricted = testIdentity("crew", "processingOnly");
    expect(await rig.newsOf(restricted)).toEqual({ unread: 0, news: [] });
  });

  test("of before one first signed in is read, and of after then it is not", async () => {
    const flight = await rig.seedFlight();
    await rig.follow(flight, crew);
    await rig.follow(flight, other);
    await rig.move(flight, [...RUN]);
    await sql`INSERT INTO first_sign_ins (subject) VALUES (${crew.subject})`.execute(rig.db);
    await rig.gather();
    expect(await rig.newsOf(crew)).toMatchObject({ unread: 0, news: [{ isRead: true }] });
    expect(await rig.newsOf(other)).toMatchObject({ unread: 1, news: [{ isRead: false }] });
    await rig.move(flight, [...RUN]);
    await rig.gather();
    const { unread, news } = await rig.newsOf(crew);
    expect([unread, ...news.map(({ isRead }) => isRead)]).toEqual([1, false, true]);
  });

  test("that the demonstration came with says so, and no other", async () => {
    const flight = await rig.seedFlight();
    await rig.follow(flight, crew);
    await rig.move(flight, [...RUN]);
    await rig.gather();
    expect((await rig.newsOf(crew)).news[0]?.isDemonstration).toBe(false);
    await sql`INSERT INTO demonstration (day, seeded) VALUES (now(), now())`.execute(rig.db);
    await rig.move(flight, [...RUN]);
    await rig.gather();
    const { news } = await rig.newsOf(crew);
    expect(news.map(({ isDemonstration }) => isDemonstration)).toEqual([false, true]);
  });

  test("is read one by one, or all up to one, by its own person alone", async () => {
    const flight = await rig.seedFlight();
    await rig.follow(flight, crew);
    for (let n = 0; n < 3; n++) await rig.move(flight, [...RUN]);
    await rig.gather();
    const [third, second, first] = (await rig.newsOf(crew)).news;
    await read(other, third!.id, true);
    expect((await rig.newsOf(crew)).unread).toBe(3);
    await read(crew, third!.id);
    expect((await rig.newsOf(crew)).news.map(({ isRead }) => isRead)).toEqual([true, false, false]);
    await read(crew, second!.id, true);
    expect((await rig.newsOf(crew)).unread).toBe(0);
    expect(first).toBeDefined();
  });
});

test("servers hear of news, and of what was read, and of nothing else", async () => {
  const heard = new pg.Client(rig.url);
  await heard.connect();
  let notified = 0;
  heard.on("notification", () => (notified += 1));
  await heard.query("LISTEN swath_news");
  /** How many notifications come with a change. */
  const during = async (change: () => Promise<unknown>): Promise<number> => {
    notified = 0;
    await change();
    await heard.query("SELECT 1");
    return notified;
  };
  const flight = await rig.seedFlight();
  await rig.follow(flight, crew);
  await rig.move(flight, [...RUN]);
  expect(await during(() => rig.gather())).toBe(1);
  expect(await during(() => rig.gather())).toBe(0);
  await rig.move(flight, ["order"]);
  expect(await during(() => rig.gather())).toBe(0);
  const [{ id } = { id: 0 }] = (await rig.newsOf(crew)).news;
  expect(await during(() => read(crew, id))).toBe(1);
  expect(await during(() => read(crew, id))).toBe(0);
  await heard.end();
});

const follows = async (identity: typeof crew) =>
  (await rig.ask(endpoints.listFollows, { identity })).reply;

describe("a flight", () => {
  test("is followed until it is followed no longer; its news so far stays", async () => {
    const flight = await rig.seedFlight();
    await rig.follow(flight, crew);
    await rig.follow(flight, crew);
    expect(await follows(crew)).toEqual([flight]);
    expect(await follows(other)).toEqual([]);
    await rig.move(flight, [...RUN]);
    await rig.gather();
    await rig.unfollow(flight, crew);
    await rig.move(flight, [...RUN]);
    await rig.gather();
    expect(await follows(crew)).toEqual([]);
    expect(await textsOf(crew)).toHaveLength(1);
  });

  test("that does not exist, or not for one, is followed by nobody", async () => {
    const unknown = { code: "FLIGHT_NOT_FOUND" };
    await expect(rig.follow("FL999999", crew)).rejects.toMatchObject(unknown);
    const hidden = await rig.seedFlight("iptm");
    await expect(rig.follow(hidden, processing)).rejects.toMatchObject(unknown);
    const seen = await rig.seedFlight("ip");
    await rig.follow(seen, processing);
    expect(await follows(processing)).toEqual([seen]);
  });

  test("is not followed by a guest", async () => {
    const guest = testIdentity("guest", "guest");
    const refused = { code: "INSUFFICIENT_PRIVILEGES" };
    await expect(rig.follow(await rig.seedFlight(), guest)).rejects.toMatchObject(refused);
  });

  test("more than so many are not followed by one person, also where they are sent at once", async () => {
    const flights = await Promise.all([rig.seedFlight(), rig.seedFlight(), rig.seedFlight()]);
    await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, wheels_up, wheels_down,
        aircraft, departure_timezone, document_major_version, types)
      SELECT 'FL5' || lpad(n::text, 5, '0'), dates, latest_date, date_span, wheels_up, wheels_down,
        aircraft, departure_timezone, document_major_version, types
      FROM flights, generate_series(1, ${MAX_FOLLOWS - 1}) n WHERE flight_id = ${flights[0]}`.execute(
      rig.db,
    );
    await sql`INSERT INTO follows SELECT 'crew', flight_id FROM flights
      WHERE flight_id LIKE 'FL5%'`.execute(rig.db);
    const results = await Promise.allSettled(flights.map((flight) => rig.follow(flight, crew)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected")
        expect(result.reason).toMatchObject({ code: "TOO_MANY_FOLLOWS" });
    expect(await follows(crew)).toHaveLength(MAX_FOLLOWS);
  });
});
