import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasRealData, realFile } from "../../../../tools/testing/real-data.ts";
import { statesProjection } from "./las-header.ts";

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
