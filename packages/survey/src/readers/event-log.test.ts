import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GPS_EPOCH_MS, gpsToUtc } from "../gps-time.ts";
import { memorySource } from "./file-source.ts";
import { readEventLog } from "./event-log.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, leap?: number) =>
  readEventLog(memorySource("a.csv", bytesOf(text)), leap);

describe("an EXIF log", () => {
  test("in UTC gives GPS time to the last digit", async () => {
    const log = await read(
      "file,time,latitude,longitude\r\nFL000101_0001.iiq,2026-03-14T01:00:00.1234567Z,-37,145\r\n",
    );
    expect(log).toMatchObject({ ok: true, unreadable: 0 });
    if (!log.ok) throw new Error(log.fault);
    expect(log.events[0]).toMatchObject({ file: "FL000101_0001.iiq", week: 2409 });
    expect(log.events[0]?.seconds).toBeCloseTo(522_018.123_456_7, 8);
  });

  test("in GPS week and seconds gives them as they are, before any UTC", async () => {
    const log = await read(
      `"Image Name";"GPS Week";"GPS Seconds";"Time"\n"IMAGES\\a.iiq";2409;100.000001;2026-03-14T01:00:00Z`,
    );
    expect(log).toMatchObject({ events: [{ file: "a.iiq", week: 2409, seconds: 100.000_001 }] });
  });

  test("takes UTC to GPS time by the recording's own leap seconds", async () => {
    const log = await read("image\ttime\na\t2012-06-25 18:14:47.906\n", 15);
    expect(log).toMatchObject({
      events: [{ week: 1694, seconds: expect.closeTo(152_102.906, 6) }],
    });
  });

  test("of a Saturday's last seconds is in the next week", async () => {
    const log = await read("file,time\na,2026-03-14T23:59:50Z\n");
    expect(log).toMatchObject({ events: [{ week: 2410, seconds: 8 }] });
  });

  test("counts rows that it cannot read, and leaves empty ones and blanks out", async () => {
    const log = await read(
      " \n\nfile,time\na,yesterday\n\n \t\n,2026-03-14T01:00:00Z\nb,2026-13-41T99:00:00Z\n",
    );
    expect(log).toEqual({ ok: true, events: [], unreadable: 3 });
  });

  test("keeps the order of the rows that it can read between those that it cannot", async () => {
    const log = await read("file,week,seconds\na,2409,1\nb\nc,2409,3\n,2409,4\ne,2409,5\n");
    expect(log).toEqual({
      ok: true,
      events: [
        { file: "a", week: 2409, seconds: 1 },
        { file: "c", week: 2409, seconds: 3 },
        { file: "e", week: 2409, seconds: 5 },
      ],
      unreadable: 2,
    });
  });

  test.each(["time,file\n2026-03-14T01:00:00Z", "seconds,file,week\n100"])(
    "whose row ends before its name has a row that it cannot read: %j",
    async (text) => {
      expect(await read(text)).toEqual({ ok: true, events: [], unreadable: 1 });
    },
  );

  test.each([
    "time,file\n1980-01-06T00:00:07Z,a",
    "week,seconds,file\n0,25,a",
    "seconds,week,file\n25,0,a",
    "file,seconds,week\na,25,0",
    "file,seconds,time\na,99,1980-01-06T00:00:07Z",
    "file,week,time\na,99,1980-01-06T00:00:07Z",
  ])("takes its columns in any order: %j", async (text) => {
    const events = [{ file: "a", week: 0, seconds: 25 }];
    expect(await read(text)).toEqual({ ok: true, events, unreadable: 0 });
  });

  test.each([
    ["a.iiq", "a.iiq"],
    ["C:\\flight\\a.iiq", "a.iiq"],
    ["/media/flight/a.iiq", "a.iiq"],
    ["flight\\images/a b.iiq", "a b.iiq"],
    ["images/", undefined],
    ["images\\", undefined],
    ["", undefined],
  ])("names an image without its folders: %j is %j", async (name, file) => {
    const log = await read(`name,week,seconds\n${name},1,2\n`);
    expect(log).toMatchObject({ events: file === undefined ? [] : [{ file }] });
  });

  test.each([
    ["empty", ""],
    ["inconsistentHeader", " \n"],
    ["inconsistentHeader", "a,b\n1,2\n"],
    ["inconsistentHeader", "file\na\n"],
    ["inconsistentHeader", "file,week\na,2409\n"],
    ["inconsistentHeader", "file,seconds\na,100\n"],
    ["inconsistentHeader", "time\n2026-03-14T01:00:00Z\n"],
    ["inconsistentHeader", "week,seconds\n2409,1\n"],
  ])("is refused as %s: %j", async (fault, text) => {
    expect(await read(text)).toEqual({ ok: false, fault });
  });

  test("of any text gives a result", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const text = new TextDecoder("latin1").decode(bytes);
        expect(await read(`file,time,week,seconds\n${text}`)).toHaveProperty("ok");
        expect(await read(text)).toHaveProperty("ok");
      }),
    );
  });
});

describe("an EXIF log's GPS time", () => {
  test.each([
    ["0", "0", { week: 0, seconds: 0 }],
    ["9999", "604799", { week: 9999, seconds: 604_799 }],
    ["2409", "1.5", { week: 2409, seconds: 1.5 }],
    ["2409", "1.250000000000", { week: 2409, seconds: 1.25 }],
  ])("of week %s and %s s is read", async (week, seconds, event) => {
    const log = await read(`file,week,seconds\na,${week},${seconds}\n`);
    expect(log).toEqual({ ok: true, events: [{ file: "a", ...event }], unreadable: 0 });
  });

  test.each([
    ["", "1"],
    ["2409", ""],
    ["12409", "1"],
    ["x2409", "1"],
    ["2409x", "1"],
    ["abcd", "1"],
    ["-1", "1"],
    ["2409", "1000000"],
    ["2409", "x1"],
    ["2409", "1x"],
    ["2409", "abc"],
    ["2409", "-1"],
    ["2409", ".5"],
    ["2409", "1."],
    ["2409", "1.x"],
    ["2409", "1x5"],
    ["2409", "1.0000000000001"],
  ])("of week %j and %j s is none: the row is not read", async (week, seconds) => {
    const log = await read(`file,week,seconds\na,${week},${seconds}\n`);
    expect(log).toEqual({ ok: true, events: [], unreadable: 1 });
  });

  test("that is none gives way to the row's UTC", async () => {
    const log = await read("file,week,seconds,time\na,,,2026-03-14T01:00:00Z\n");
    expect(log).toMatchObject({ events: [{ week: 2409, seconds: 522_018 }] });
  });
});

describe("an EXIF log's UTC", () => {
  test.each([
    "2026-03-14T01:00:00Z",
    "2026-03-14T01:00:00z",
    "2026/03/14 01:00:00",
    "2026:03:14 01:00:00 UTC",
    "2026-03-14 01:00:00utc",
    "2026-03-14T01:00:00+00:00",
    "2026-03-14T01:00:00+0000",
    "2026-03-14T01:00:00.000000000000Z",
  ])("is read as %s", async (time) => {
    const log = await read(`file,time\na,${time}\n`);
    expect(log).toEqual({
      ok: true,
      events: [{ file: "a", week: 2409, seconds: 522_018 }],
      unreadable: 0,
    });
  });

  test.each([
    "2026-03-14",
    "2026-3-14T01:00:00Z",
    "26-03-14T01:00:00Z",
    "2026-03-14T01:00Z",
    "2026-03-14T01:00:00.Z",
    "2026-03-14T01:00:00.0000000000001Z",
    "2026-03-14T01:00:00+01:00",
    "at 2026-03-14T01:00:00Z",
    "2026-03-14T01:00:00Z or so",
    "2026-02-29T01:00:00Z",
    "2026-04-31T01:00:00Z",
    "2026-03-14T01:60:00Z",
    "2026-03-14T01:00:60Z",
  ])("is not read as %s", async (time) => {
    expect(await read(`file,time\na,${time}\n`)).toEqual({ ok: true, events: [], unreadable: 1 });
  });

  test("begins where GPS time begins", async () => {
    expect(await read("file,time\na,1980-01-06T00:00:00Z\nb,1980-01-05T23:59:59Z\n")).toEqual({
      ok: true,
      events: [{ file: "a", week: 0, seconds: 18 }],
      unreadable: 1,
    });
  });

  test("is the instant of the GPS time that is read from it", async () => {
    const instants = fc.integer({ min: GPS_EPOCH_MS, max: Date.UTC(2099, 11, 31) });
    await fc.assert(
      fc.asyncProperty(instants, fc.integer({ min: 0, max: 30 }), async (ms, leap) => {
        const log = await read(`file,time\na,${new Date(ms).toISOString()}\n`, leap);
        const event = log.ok ? log.events[0] : undefined;
        expect(event && Math.round(gpsToUtc(event, leap))).toBe(ms);
      }),
    );
  });
});

describe("an EXIF log's limits", () => {
  const log = bytesOf("file,week,seconds\na,2409,1\n");

  test("are 64 MB, of which none is read beyond", async () => {
    const most = { path: "a.csv", size: 67_108_864, read: () => Promise.resolve(log) };
    expect(await readEventLog(most)).toMatchObject({ ok: true, unreadable: 0 });
    const larger = { ...most, size: 67_108_865, read: () => Promise.reject(new Error("read")) };
    expect(await readEventLog(larger)).toEqual({ ok: false, fault: "tooLarge" });
  });

  test("are a million rows, counted before the head is looked at", async () => {
    const rows = "x\n".repeat(1_000_000);
    expect(await read(rows)).toEqual({ ok: false, fault: "inconsistentHeader" });
    expect(await read(`${rows}x`)).toEqual({ ok: false, fault: "tooLarge" });
  });
});
