import { describe, expect, test } from "vitest";
import { group, gpsStatus, sealed, versions } from "../../../../../tools/sample/applanix-writer.ts";
import { BinaryWriter } from "../../../../../tools/sample/binary-writer.ts";
import { joined, noise } from "../../testing/judged.ts";
import { sparseSource } from "../../testing/sparse-source.ts";
import { readApplanix, readApplanixEnds } from "./applanix.ts";
import { memorySource } from "../file-source.ts";

const MEGABYTE = 1_048_576;
/** What is read without a record before the rest is given up. */
const CHUNK = 20 * MEGABYTE;
const CLOSING = 262_144;
/** Mark, id, count, and the most that a count can say. */
const LONGEST_RECORD = 8 + 65_535;
const WEEK = 2409;
/** GPS seconds of 2026-03-14T01:00:00Z in its week. */
const SECONDS = 522_018;
const UTC = Date.UTC(2026, 2, 14, 1);

/** A group without anything but times. */
const timed = (seconds: number, id = 1): Uint8Array => group(id, seconds, 0, () => undefined);
const message = (bytes: number, id: number, text = ""): Uint8Array =>
  sealed(new BinaryWriter(8 + bytes).text("$MSG").u16(id).u16(bytes).text(text));
const read = (...parts: readonly Uint8Array[]) =>
  readApplanix(memorySource("a.000", joined(...parts)));

/** A group of this length, with times where it has room for them. */
const short = (bytes: number): Uint8Array => {
  const writer = new BinaryWriter(bytes)
    .text("$GRP")
    .u16(5)
    .u16(bytes - 8);
  if (bytes >= 34) writer.f64(9).f64(9);
  return sealed(bytes < 38 ? writer : writer.skip(8).u8(0x11));
};

describe("what an Applanix recording says", () => {
  test("is its serial, its week, and its span, of whatever records", async () => {
    const file = [versions("7045", SECONDS), gpsStatus(SECONDS + 2, WEEK), timed(SECONDS + 1.5)];
    expect(await read(...file)).toEqual({
      ok: true,
      serial: "7045",
      gpsWeek: WEEK,
      startSeconds: SECONDS,
      endSeconds: SECONDS + 2,
      start: UTC,
      end: UTC + 2_000,
      leapSeconds: 18,
      records: 3,
      badRecords: 0,
      before: new Uint8Array(0),
      behind: new Uint8Array(0),
    });
  });

  test("may come of one record, at one time", async () => {
    expect(await read(gpsStatus(SECONDS, WEEK))).toMatchObject({
      serial: undefined,
      gpsWeek: WEEK,
      startSeconds: SECONDS,
      endSeconds: SECONDS,
      start: UTC,
      end: UTC,
      records: 1,
    });
  });

  test("is no time in UTC where no group names the week", async () => {
    expect(await read(timed(7.25), timed(9.5))).toEqual({
      ok: true,
      serial: undefined,
      gpsWeek: undefined,
      startSeconds: 7.25,
      endSeconds: 9.5,
      start: undefined,
      end: undefined,
      leapSeconds: 18,
      records: 2,
      badRecords: 0,
      before: new Uint8Array(0),
      behind: new Uint8Array(0),
    });
  });

  test("is no time at all where groups have none of GPS or UTC", async () => {
    const status = withTimeTypes(gpsStatus(SECONDS, WEEK), 0x00);
    const nothing = { startSeconds: undefined, endSeconds: undefined, start: undefined };
    expect(await read(status)).toMatchObject({ ...nothing, end: undefined, gpsWeek: WEEK });
    expect(await read(status, timed(SECONDS), status)).toMatchObject({
      startSeconds: SECONDS,
      endSeconds: SECONDS,
    });
    expect(await read(message(8, 50))).toMatchObject({
      ...nothing,
      gpsWeek: undefined,
      records: 1,
    });
  });

  test("is by the offset of GPS from UTC that group 3 states, to the millisecond", async () => {
    const status = withLeap(gpsStatus(SECONDS, WEEK), 15);
    expect(await read(status, timed(SECONDS + 0.0126))).toMatchObject({
      leapSeconds: 15,
      start: UTC + 3_000,
      end: UTC + 3_013,
    });
  });

  test("counts no times of a group that is too short for them, and those of the shortest", async () => {
    const span = { startSeconds: SECONDS, endSeconds: SECONDS };
    for (const bytes of [12, 34, 36])
      expect(await read(timed(SECONDS), short(bytes))).toMatchObject({ ...span, records: 2 });
    expect(await read(timed(SECONDS), short(38))).toMatchObject({
      startSeconds: SECONDS,
      endSeconds: 604_800 + 9,
      records: 2,
    });
  });

  test("is by groups 3 and 99 alone, and never by a message", async () => {
    const serial = versions("7045", SECONDS);
    const other = { serial: undefined, gpsWeek: undefined };
    expect(await read(withId(serial, 98), withId(gpsStatus(SECONDS, 2), 2))).toMatchObject(other);
    const messages = [asMessage(serial), asMessage(gpsStatus(SECONDS, WEEK))];
    const silent = { ...other, startSeconds: undefined, records: 2 };
    expect(await read(...messages)).toMatchObject(silent);
  });

  test("is by the first group 99 that names a serial, and the first group 3", async () => {
    const first = [versions("", SECONDS), versions("1", SECONDS), versions("2", SECONDS)];
    const weeks = [gpsStatus(SECONDS, 0), gpsStatus(SECONDS, WEEK), gpsStatus(SECONDS, 2)];
    expect(await read(...first, ...weeks)).toMatchObject({ serial: "1", gpsWeek: WEEK });
  });
});

/** A record with one thing changed in it, and the right checksum again. */
function changed(record: Uint8Array, change: (view: DataView) => void): Uint8Array {
  const writer = new BinaryWriter(record.length);
  writer.bytes.set(record);
  writer.bytes.fill(0, -4);
  change(new DataView(writer.bytes.buffer));
  return sealed(writer);
}
const withTimeTypes = (record: Uint8Array, types: number): Uint8Array =>
  changed(record, (view) => view.setUint8(32, types));
const withId = (record: Uint8Array, id: number): Uint8Array =>
  changed(record, (view) => view.setUint16(4, id, true));
const asMessage = (record: Uint8Array): Uint8Array =>
  changed(record, (view) => view.setUint32(0, 0x244d5347));
/** The offset follows the week, 18 bytes behind the channels (Applanix ICD, group 3). */
const withLeap = (record: Uint8Array, leap: number): Uint8Array =>
  changed(record, (view) => view.setFloat64(34 + 4 + view.getUint16(36, true) + 18, leap, true));
const withVersion = (text: string): Uint8Array =>
  group(99, SECONDS, 300, (writer) => writer.text(text));

test.each([
  ["AV-610,VER6,S/N7045,HW2", "7045"],
  ["S/N 7045", "7045"],
  ["S/N:7045", "7045"],
  ["S/N    :    7045", "7045"],
  ["S/N        7045", "7045"],
  ["S/N     :7045", undefined],
  ["S/N:     7045", undefined],
  ["S/N         7045", undefined],
  ["S/N::7045", undefined],
  ["SN7045", undefined],
  ["s/n7045", undefined],
  ["S/N7045-Ab.c", "7045-Ab"],
  ["S/N12345678901234567890123", "12345678901234567890"],
  ["S/N1,S/N2", "1"],
  [`${"x".repeat(116)}S/N7045`, "7"],
  [`${"x".repeat(117)}S/N7045`, undefined],
  [`${"x".repeat(130)}S/N7045`, undefined],
])("the version %j names the serial %s", async (version, serial) => {
  expect(await read(withVersion(version))).toMatchObject({ ok: true, serial, records: 1 });
});

describe("what stands before the first record and behind the last", () => {
  test.each([
    [0, 0],
    [1, 0],
    [0, 1],
    [11, 22],
    [LONGEST_RECORD, LONGEST_RECORD],
  ])("is given back: %i and %i bytes", async (before, behind) => {
    const [first, last] = [noise(before), noise(behind)];
    const pos = await read(first, timed(1), timed(2), last);
    expect(pos).toMatchObject({ records: 2, before: first, behind: last });
  });

  test("is given back up to the length of the longest record", async () => {
    const rest = noise(LONGEST_RECORD + 9);
    const pos = await read(rest, timed(1), rest);
    expect(pos).toMatchObject({ before: rest.slice(9), behind: rest.slice(0, -9) });
  });

  test("is given back where the records lie in several pieces", async () => {
    const records = Array.from({ length: 30_000 }, (_, second) => timed(second));
    const [first, last] = [noise(5), noise(7)];
    const pos = await read(first, ...records, last);
    expect(records.length * records[0]!.length).toBeGreaterThan(MEGABYTE);
    expect(pos).toMatchObject({ records: 30_000, badRecords: 0, before: first, behind: last });
    expect(pos).toMatchObject({ startSeconds: 0, endSeconds: 29_999 });
  });
});

test("a header that promises more than the file holds hides no record behind it", async () => {
  const header = new BinaryWriter(8).text("$GRP").u16(3).u16(60_000).bytes;
  expect(await read(timed(1), header, timed(2))).toMatchObject({ records: 2, endSeconds: 2 });
});

const timedAt = (place: number) => [place, timed(SECONDS + 50)] as const;

describe("of a large recording", () => {
  const size = 1_000_000_000;
  const serial = versions("7045", SECONDS);
  const week = gpsStatus(SECONDS, WEEK);
  const last = timed(SECONDS + 100);
  const closing = [size - last.length, last] as const;

  test("the first megabyte is enough where it has serial and week, and the last 256 KB", async () => {
    const { source, bytesRead } = sparseSource("a.000", size, [0, joined(serial, week)], closing);
    expect(await readApplanixEnds(source)).toMatchObject({
      serial: "7045",
      gpsWeek: WEEK,
      endSeconds: SECONDS + 100,
      records: 3,
    });
    expect(bytesRead()).toBe(MEGABYTE + CLOSING);
  });

  test.each([
    ["serial", [0, week], [5 * MEGABYTE, serial]],
    ["week", [0, serial], [5 * MEGABYTE, week]],
  ] as const)("is read on until its %s is known, too", async (_, first, second) => {
    const { source, bytesRead } = sparseSource("a.000", size, first, second);
    expect(await readApplanixEnds(source)).toMatchObject({ serial: "7045", gpsWeek: WEEK });
    expect(bytesRead()).toBe(6 * MEGABYTE + CLOSING + LONGEST_RECORD);
  });

  test("20 MB without a record end the reading, not a byte less", async () => {
    // Records are known by the megabyte that they end in.
    const inside = sparseSource("a.000", size, [0, week], timedAt(CHUNK + MEGABYTE - 40), closing);
    expect(await readApplanix(inside.source)).toMatchObject({ records: 3 });
    const outside = sparseSource("a.000", size, [0, week], timedAt(CHUNK + MEGABYTE), closing);
    expect(await readApplanix(outside.source)).toMatchObject({ records: 2 });
    expect(outside.bytesRead()).toBe(CHUNK + MEGABYTE + CLOSING);
  });

  test("the closing 256 KB are read, not a byte more", async () => {
    const behind = (place: number) =>
      readApplanix(sparseSource("a.000", size, [0, week], [place, last]).source);
    expect(await behind(size - CLOSING)).toMatchObject({ records: 2 });
    expect(await behind(size - CLOSING - 1)).toMatchObject({ records: 1 });
  });

  test("that begins with 20 MB of no records, its end is read by both", async () => {
    for (const reader of [readApplanix, readApplanixEnds]) {
      const { source, bytesRead } = sparseSource("a.000", size, closing);
      const pos = await reader(source);
      expect(pos).toMatchObject({ ok: true, records: 1, startSeconds: SECONDS + 100 });
      expect(bytesRead()).toBe(CHUNK + CLOSING + LONGEST_RECORD);
    }
  });

  test("a serial number in the first 60 MB is found, and none behind them", async () => {
    const goesOn = [15, 30, 45].map((mb) => [mb * MEGABYTE, timed(SECONDS + mb)] as const);
    const withSerialAt = (at: number) =>
      readApplanixEnds(sparseSource("a.000", size, [0, week], ...goesOn, [at, serial]).source);
    const bound = 3 * CHUNK;
    expect(await withSerialAt(bound - serial.length)).toMatchObject({ serial: "7045", records: 5 });
    expect(await withSerialAt(bound)).toMatchObject({ serial: undefined, records: 4 });
  });

  test("damage is counted at its beginning and at its end", async () => {
    const bad = serial.slice();
    bad[50] = 0x7f;
    const pos = await readApplanixEnds(
      sparseSource(
        "a.000",
        size,
        [0, joined(week, bad, serial)],
        [size - 500, joined(last, bad.slice(0, 400), last)],
      ).source,
    );
    expect(pos).toMatchObject({ records: 4, badRecords: 2 });
  });
});
