import { describe, expect, test } from "vitest";
import { BinaryWriter } from "../../../../../tools/sample/binary-writer.ts";
import { lazShaped } from "../../../../../tools/sample/las-writer.ts";
import { joined, judged, noise, text, zeros } from "../../testing/judged.ts";

const POINTS = 200;
/** LAS 1.4, format 6, without records. */
function las(set: (view: DataView) => void = () => undefined): Uint8Array {
  const bytes = new Uint8Array(375 + POINTS * 30);
  const view = new DataView(bytes.buffer);
  bytes.set(text("LASF"));
  view.setUint8(24, 1);
  view.setUint8(25, 4);
  view.setUint16(94, 375, true);
  view.setUint32(96, 375, true);
  view.setUint8(104, 6);
  view.setUint16(105, 30, true);
  for (const at of [131, 139, 147]) view.setFloat64(at, 0.001, true);
  for (const at of [179, 195, 211]) view.setFloat64(at, 9, true);
  view.setBigUint64(247, BigInt(POINTS), true);
  view.setBigUint64(255, BigInt(POINTS), true);
  bytes.fill(1, 375);
  set(view);
  return bytes;
}

const RECORD_MISFIT =
  "contradiction: its header states 1 variable-length records, which do not fit before its points";
/** One record, whose length is 65,535 bytes where 10 are before the points. */
const longRecord = (): Uint8Array =>
  las((view) => {
    view.setUint32(96, 375 + 64, true);
    view.setUint32(100, 1, true);
    view.setUint16(375 + 20, 0xffff, true);
    view.setBigUint64(247, 190n, true);
    view.setBigUint64(255, 190n, true);
  });

const content = { pointFormat: 6, points: 120_000, longitude: 1, latitude: 2, seed: 1 };
const POINTS_AT = 375 + 54 + 40;
function laz(set: (view: DataView) => void = () => undefined): Uint8Array {
  const bytes = lazShaped(content);
  set(new DataView(bytes.buffer));
  return bytes;
}
const table = Number(new DataView(laz().buffer).getBigUint64(POINTS_AT, true));

/** A LAZ that states so many chunks of any length. */
const variable = (chunks: number): Uint8Array =>
  laz((view) => {
    view.setUint32(375 + 54 + 12, 0xffff_ffff, true);
    view.setUint32(table + 4, chunks, true);
  });

describe("LAS and LAZ", () => {
  test.each([
    ["as it is", las()],
    ["with the same count for old readers", las((view) => view.setUint32(107, POINTS, true))],
    ["with no counts by return", las((view) => view.setBigUint64(255, 0n, true))],
    ["with bytes behind its points", joined(las(), noise(90))],
    ["with padding behind its points", joined(las(), zeros(9_000))],
    [
      "with a box that is a point",
      las((view) => [179, 195, 211].forEach((at) => view.setFloat64(at, 0))),
    ],
  ])("is whole %s", async (_, bytes) => {
    expect(await judged("a.las", bytes)).toBe("whole");
    expect(await judged("a.laz", bytes)).toBe("whole");
  });

  test.each([
    [
      "fewer points",
      las().slice(0, -31),
      "cutOff: it holds 198 of the 200 points that its header states",
    ],
    [
      "another count for old readers",
      las((view) => view.setUint32(107, 9, true)),
      "contradiction: its header states 200 points, and 9 for old readers",
    ],
    [
      "more points by return",
      las((view) => view.setBigUint64(263, 5n, true)),
      "contradiction: its header states 200 points, and 205 by return",
    ],
    [
      "fewer points by return",
      las((view) => view.setBigUint64(255, 5n, true)),
      "contradiction: its header states 200 points, and 5 by return",
    ],
    [
      "records without room",
      las((view) => view.setUint32(100, 3, true)),
      "contradiction: its header states 3 variable-length records, which do not fit before its points",
    ],
    [
      "extended records behind its end",
      las((view) => {
        view.setUint32(243, 1, true);
        view.setBigUint64(235, 100_000n, true);
      }),
      "cutOff: extended record 1 of 1 lies behind its end",
    ],
    [
      "waveforms behind its end",
      las((view) => {
        view.setUint16(6, 2, true);
        view.setBigUint64(227, 100_000n, true);
      }),
      "cutOff: its waveform packets lie behind its end",
    ],
    [
      "a box turned over",
      las((view) => view.setFloat64(179, -1, true)),
      "contradiction: the least x of its header is greater than the greatest",
    ],
    [
      "a scale of zero",
      las((view) => view.setFloat64(139, 0, true)),
      "contradiction: a scale of its coordinates is zero or no number",
    ],
    [
      "a scale that is not a number",
      las((view) => view.setFloat64(131, Number.NaN, true)),
      "contradiction: a scale of its coordinates is zero or no number",
    ],
    [
      "2^53 - 1 points",
      las((view) => {
        view.setBigUint64(247, 2n ** 53n - 1n, true);
        view.setBigUint64(255, 0n, true);
      }),
      "cutOff: it holds 200 of the 9,007,199,254,740,991 points that its header states",
    ],
    [
      "4,294,967,295 records",
      las((view) => view.setUint32(100, 0xffff_ffff, true)),
      "contradiction: its header states 4,294,967,295 variable-length records, which do not fit before its points",
    ],
    ["a record that is longer than there is room", longRecord(), RECORD_MISFIT],
    [
      "an extended record of 2^64 - 1 bytes",
      las((view) => {
        view.setUint32(243, 1, true);
        view.setBigUint64(235, 375n, true);
        view.setBigUint64(375 + 20, 2n ** 64n - 1n, true);
      }),
      "cutOff: extended record 1 of 1 ends 18,446,744,073,709,545,000 bytes behind it",
    ],
    [
      "zeros in place of points",
      las().fill(0, -5_000),
      "zeros: its last 4,096 bytes or more are zeros",
    ],
    [
      "zeros in place of its last point",
      las().fill(0, -40),
      "zeros: there are zeros in place of its last point",
    ],
  ])("with %s is damaged", async (_, bytes, reason) => {
    expect(await judged("a.las", bytes)).toBe(reason);
  });

  test("of a LAZ the chunk table is where it says, or its place is at the file's end", async () => {
    expect(await judged("a.laz", laz())).toBe("whole");
    const place = new BinaryWriter(8).u64(table).bytes;
    const streamed = laz((view) => view.setBigInt64(POINTS_AT, -1n, true));
    expect(await judged("a.laz", joined(streamed, place))).toBe("whole");
    expect(await judged("a.laz", streamed)).toContain("cutOff: its chunk table was never written");
    const chunks = laz((view) => view.setUint32(table + 4, 9, true));
    expect(await judged("a.laz", chunks)).toBe(
      "contradiction: its chunk table counts 9 chunks, where 120,000 points make 3",
    );
    const before = laz((view) => view.setBigInt64(POINTS_AT, 5n, true));
    expect(await judged("a.laz", before)).toContain("before its points");
    expect(await judged("a.laz", laz().slice(0, 9_000))).toContain(
      "cutOff: its chunk table lies at byte",
    );
    expect(await judged("a.laz", laz().slice(0, POINTS_AT + 3))).toContain(
      "cutOff: it ends before the first",
    );
    expect(await judged("a.laz", laz().fill(0, 9_000))).toContain("zeros: its last");
  });

  test("of a LAZ the chunk table holds the length of every chunk", async () => {
    for (let bytes = laz().length - 3; bytes >= table + 8; bytes--)
      expect(await judged("a.laz", laz().slice(0, bytes))).toBe(
        "cutOff: its chunk table is not whole, or not that of its points",
      );
    expect(await judged("a.laz", laz().fill(1, table + 8))).toContain("cutOff: its chunk table");
  });

  test("of a LAZ that states millions of chunks the table is not followed", async () => {
    expect(await judged("a.laz", variable(100_000))).toContain("cutOff: its chunk table");
    expect(await judged("a.laz", variable(4_000_000_000))).toBe("whole");
  });

  test("points that LASzip wrote one by one have no chunk table", async () => {
    const pointwise = laz((view) => {
      view.setUint16(375 + 54, 1, true);
      view.setBigInt64(POINTS_AT, 5n, true);
    });
    expect(await judged("a.laz", pointwise)).toBe("whole");
  });
});
