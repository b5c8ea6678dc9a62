import { describe, expect, test } from "vitest";
import { applanixFile, installationMessage } from "../../../../../tools/sample/applanix-writer.ts";
import { memorySource } from "../file-source.ts";
import { joined, noise } from "../../testing/judged.ts";
import { readApplanix, readApplanixEnds } from "./applanix.ts";
import { endDamage, type Recording, seriesDamage, seriesOf } from "./series-damage.ts";

const START = Date.UTC(2026, 2, 14, 1);
const STREAM = applanixFile({
  serial: "7045",
  start: START,
  end: START + 60_000,
  latitude: -37,
  longitude: 145,
});

async function recording(path: string, bytes: Uint8Array): Promise<Recording> {
  const source = memorySource(path, bytes);
  const [ends, whole] = [await readApplanixEnds(source), await readApplanix(source)];
  if (!ends.ok || !whole.ok) return { path, pos: undefined };
  expect({ ...ends, serial: whole.serial }).toEqual(whole);
  return { path, pos: ends };
}

/** The recordings of a stream that a recorder cuts at these places, and what is said of them. */
async function said(
  places: readonly number[],
  change: (file: Uint8Array, index: number) => Uint8Array = (file) => file,
): Promise<readonly string[]> {
  const ends = [...places, STREAM.length];
  const files = ends.map((end, at) => STREAM.slice(ends[at - 1] ?? 0, end));
  const recordings: Recording[] = [];
  for (const [index, file] of files.entries())
    recordings.push(await recording(`GPS/FL000123.00${index}`, change(file, index)));
  return seriesDamage(recordings).map(
    ({ path, damage }) => `${path} ${damage.kind}: ${damage.reason}`,
  );
}

/** Changes one file of a series. */
const only =
  (wanted: number, change: (file: Uint8Array) => Uint8Array) =>
  (file: Uint8Array, index: number): Uint8Array =>
    index === wanted ? change(file) : file;
const cut = (wanted: number, bytes: number) =>
  only(wanted, (file) => file.slice(0, file.length - bytes));

describe("a series of recordings", () => {
  test("may be cut anywhere: at a record's end, within it, within its first bytes", async () => {
    const third = Math.floor(STREAM.length / 3);
    for (let shift = 0; shift < 400; shift += 7)
      expect(await said([third + shift, 2 * third + shift])).toEqual([]);
  });

  test("names the file that ends too early, also where none of its own records is cut", async () => {
    const third = Math.floor(STREAM.length / 3);
    expect(await said([third, 2 * third], cut(0, 1_000))).toEqual([
      "GPS/FL000123.000 cutOff: it ends within a record, with which FL000123.001 does not go on",
    ]);
    expect(await said([third, 2 * third], cut(2, 3))).toEqual([
      expect.stringMatching(
        /^GPS\/FL000123\.002 cutOff: it ends within a record: \d+ bytes follow/,
      ),
    ]);
  });

  test("names the file whose beginning is missing", async () => {
    const wholeRecords = recordEnds().at(-4)!;
    expect(
      await said(
        [wholeRecords],
        only(1, (file) => file.slice(5)),
      ),
    ).toEqual([
      "GPS/FL000123.001 contradiction: it begins within a record, with which FL000123.000 does not end",
    ]);
  });

  test("with a recording that cannot be read says nothing of those beside it", async () => {
    const third = Math.floor(STREAM.length / 3);
    expect(
      await said(
        [third, 2 * third],
        only(1, (file) => file.slice().fill(1)),
      ),
    ).toEqual([]);
  });
});

const damagedIn = (...all: readonly Recording["pos"][]): number =>
  seriesDamage(all.map((pos, at) => ({ path: `G/a.00${at}`, pos }))).length;

describe("what two recordings have between their records", () => {
  const record = installationMessage();
  const ends = (behind: Uint8Array, before: Uint8Array): readonly string[] =>
    seriesDamage([
      { path: "G/a.000", pos: { before: record, behind } },
      { path: "G/a.001", pos: { before, behind: new Uint8Array(0) } },
    ]).map(({ path, damage }) => `${path} ${damage.kind}: ${damage.reason}`);
  const none = new Uint8Array(0);
  const open = "G/a.000 cutOff: it ends within a record, with which a.001 does not go on";
  const begun = "G/a.001 contradiction: it begins within a record, with which a.000 does not end";

  test.each([
    ["nothing", none, none, []],
    ["a record of two halves", record.slice(0, 7), record.slice(7), []],
    ["whole records", joined(record, record), record, []],
    ["a record in the second", none, record, []],
    ["half a record in the first", record.slice(0, 7), none, [open]],
    ["half a record in the second", none, record.slice(7), [begun]],
    ["halves that are none of one record", record.slice(0, 7), record.slice(8), [open]],
    ["bytes before a record", noise(4), record, [open]],
    ["bytes between records", joined(record, noise(4)), record, [open]],
    ["bytes behind a record", record, noise(4), [open]],
    ["a byte before a record in the second", none, joined(noise(1), record), [begun]],
  ])("may be records alone: %s", (_, behind, before, expected) => {
    expect(ends(behind, before)).toEqual(expected);
  });

  test("says nothing of the end of a series that cannot be read", () => {
    const whole = { before: none, behind: none };
    const ending = { before: none, behind: noise(4) };
    expect(damagedIn(whole, undefined)).toBe(0);
    expect(damagedIn(ending, undefined)).toBe(0);
    expect(damagedIn(undefined, whole)).toBe(0);
    expect(damagedIn(undefined, ending)).toBe(1);
    expect(damagedIn()).toBe(0);
  });
});

/** Where the records of the stream end. */
function recordEnds(): readonly number[] {
  const ends: number[] = [];
  for (let at = 0; at < STREAM.length;) {
    at += 8 + new DataView(STREAM.buffer, STREAM.byteOffset + at).getUint16(6, true);
    ends.push(at);
  }
  return ends;
}

test("some zeros behind the last record are padding", async () => {
  const { pos } = await recording(
    "a.pos",
    new Uint8Array(Buffer.concat([STREAM, new Uint8Array(90)])),
  );
  expect(pos && endDamage(pos)).toBeUndefined();
});

test.each([
  ["in one folder", ["G/a.000", "G/a.001", "G/a.002"], ["G/a.000 G/a.001 G/a.002"]],
  ["over folders", ["1/a.000", "2/a.001", "3/a.002"], ["1/a.000 2/a.001 3/a.002"]],
  ["of two names", ["G/a.000", "G/b.000", "G/a.001"], ["G/a.000 G/a.001", "G/b.000"]],
  [
    "with a copy in another folder",
    ["1/a.000", "1/a.001", "2/a.000", "2/a.001"],
    ["1/a.000 1/a.001", "2/a.000 2/a.001"],
  ],
  [
    "with a copy in another folder, in any order",
    ["2/a.001", "1/a.001", "1/a.000", "2/a.000"],
    ["1/a.000 1/a.001", "2/a.000 2/a.001"],
  ],
  [
    "of which two go on alike",
    ["1/a.000", "2/a.001", "3/a.001"],
    ["1/a.000", "2/a.001", "3/a.001"],
  ],
  [
    "of two copies of which two go on alike",
    ["1/a.000", "2/a.000", "3/a.001", "4/a.001"],
    ["1/a.000", "2/a.000", "3/a.001", "4/a.001"],
  ],
  ["in any order", ["G/a.002", "G/a.000", "G/a.001"], ["G/a.000 G/a.001 G/a.002"]],
  ["over folders in any order", ["1/a.002", "2/a.000", "3/a.001"], ["2/a.000 3/a.001 1/a.002"]],
  ["from a later number on", ["G/a.007", "G/a.008"], ["G/a.007 G/a.008"]],
  ["of one file", ["G/a.001"], ["G/a.001"]],
  ["with the same number twice", ["G/a.001", "H/a.001"], ["G/a.001", "H/a.001"]],
  ["with a gap", ["G/a.000", "G/a.002"], ["G/a.000", "G/a.002"]],
  ["with a gap over folders", ["1/a.000", "2/a.002"], ["1/a.000", "2/a.002"]],
  ["with four digits", ["G/a.0001", "G/a.0002"], ["G/a.0001", "G/a.0002"]],
  ["with letters behind the number", ["G/a.001x", "G/a.002x"], ["G/a.001x", "G/a.002x"]],
  ["with two digits", ["G/a.01", "G/a.02"], ["G/a.01", "G/a.02"]],
  ["of which one has no number", ["G/a", "G/a.000"], ["G/a", "G/a.000"]],
  ["of which one in another folder has no number", ["1/a", "2/a.000"], ["1/a", "2/a.000"]],
  ["with dots in their names", ["G/a.001.001", "G/a.001.002"], ["G/a.001.001 G/a.001.002"]],
  ["without numbers", ["G/a.bin", "G/b.bin"], ["G/a.bin", "G/b.bin"]],
])("recordings %s are series", (_, paths, series) => {
  const recordings = paths.map((path) => ({ path, pos: undefined }));
  const found = seriesOf(recordings).map((each) => each.map(({ path }) => path).join(" "));
  expect(found).toEqual(series);
});
