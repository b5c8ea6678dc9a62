import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasRealData, realFile } from "../../../../tools/testing/real-data.ts";
import { recordPlaces, statesProjection } from "./las-header.ts";

const HEADER = 375;

interface Seeded {
  readonly user?: string;
  readonly id: number;
  /** Number of GeoTIFF keys, where it is their directory. */
  readonly keys?: number;
}

/** The first bytes of a file of version 1.4 with records of 16 bytes. */
function head(records: readonly Seeded[], extended = 0): Uint8Array {
  const bytes = new Uint8Array(HEADER + records.length * 70);
  const view = new DataView(bytes.buffer);
  view.setUint8(25, 4);
  view.setUint16(94, HEADER, true);
  view.setUint32(100, records.length, true);
  view.setUint32(243, extended, true);
  for (const [n, { user = "LASF_Projection", id, keys = 1 }] of records.entries()) {
    const at = HEADER + n * 70;
    bytes.set(new TextEncoder().encode(user), at + 2);
    view.setUint16(at + 18, id, true);
    view.setUint16(at + 20, 16, true);
    view.setUint16(at + 54 + 6, keys, true);
  }
  return bytes;
}

test("well-known text and GeoTIFF keys state a system; other records do not", () => {
  expect(statesProjection(head([{ user: "other", id: 2112 }, { id: 2112 }]))).toBe(true);
  expect(statesProjection(head([{ id: 34_735 }]))).toBe(true);
  expect(statesProjection(head([{ id: 34_735, keys: 0 }]))).toBe(false);
  expect(statesProjection(head([{ id: 34_736 }, { user: "LASF_Spec", id: 2112 }]))).toBe(false);
  expect(statesProjection(head([]))).toBe(false);
});

test("where the bytes end before the last record, or more stand behind the points, nothing is known", () => {
  expect(
    statesProjection(head([{ id: 1 }, { id: 2112 }]).subarray(0, HEADER + 100)),
  ).toBeUndefined();
  expect(statesProjection(head([{ id: 1 }], 1))).toBeUndefined();
  expect(statesProjection(new Uint8Array(50))).toBeUndefined();
});

/** A head of zeros but for its version and its number of extended records. */
function bare(minor: number, extended: number, length = HEADER): Uint8Array {
  const bytes = new Uint8Array(HEADER);
  const view = new DataView(bytes.buffer);
  view.setUint8(25, minor);
  view.setUint32(243, extended, true);
  return bytes.slice(0, length);
}

test.each([
  ["in whose bytes the number of its records is not whole", undefined, bare(2, 0, 103)],
  ["that ends with the number of its records", false, bare(2, 0, 104)],
  ["of a version without extended records", false, bare(3, 1)],
  ["of 1.4 without them", false, bare(4, 0)],
  ["of 1.4 with them", undefined, bare(4, 1)],
  ["of 1.5 with them", undefined, bare(5, 256)],
  ["of 1.4 that ends before their number", undefined, bare(4, 0, 246)],
  ["of 1.4 that ends with their number", false, bare(4, 0, 247)],
])("of a file %s the answer is %s", (_, states, bytes) => {
  expect(statesProjection(bytes)).toBe(states);
});

test("a record counts where its first eight bytes are there, in which the number of keys stands", () => {
  const firstBytes = HEADER + 54 + 8;
  for (const id of [2112, 34_735]) {
    expect(statesProjection(head([{ id }]).slice(0, firstBytes))).toBe(true);
    expect(statesProjection(head([{ id }]).slice(0, firstBytes - 1))).toBeUndefined();
  }
  expect(statesProjection(head([{ id: 1 }]).slice(0, firstBytes))).toBe(false);
  expect(statesProjection(head([{ id: 34_735, keys: 256 }]))).toBe(true);
});

describe("the places of records", () => {
  const records = head([
    { user: "one\0two\nthree", id: 258 },
    { user: "a".repeat(16), id: 2 },
  ]);
  const [first, second] = [
    { at: 375, data: 429, end: 445, user: "one", id: 258 },
    { at: 445, data: 499, end: 515, user: "a".repeat(16), id: 2 },
  ];

  test.each([
    ["as many as are asked for", records, HEADER, 1, [first]],
    ["of none", records, HEADER, 0, []],
    ["one behind the other", records, HEADER, 2, [first, second]],
    ["from a place on", records, HEADER + 70, 1, [second]],
    ["as far as their heads are there", records.slice(0, 499), HEADER, 2, [first, second]],
    ["without one whose head is not whole", records.slice(0, 498), HEADER, 2, [first]],
  ])("are given %s", (_, bytes, from, count, places) => {
    expect([...recordPlaces(bytes, from, count)]).toEqual(places);
  });
});

test("any bytes are read to an end", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
      expect([true, false, undefined]).toContain(statesProjection(bytes));
    }),
  );
});

describe.runIf(hasRealData)("of real files (../shared/data)", () => {
  test.each([
    ["autzen_trim.laz", true],
    ["simple.las", false],
  ])("%s: %s", async (name, states) => {
    const file = realFile(`las/${name}`);
    expect(statesProjection(await file.read(0, Math.min(file.size, 65_536)))).toBe(states);
  });
});
