import { describe, expect, test } from "vitest";
import { joined, judged, noise, zeros } from "../../testing/judged.ts";
import { changed, las, older, POINTS } from "../../testing/made-las.ts";

describe("a LAS", () => {
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
});

/** States so many points of any size, as a compressed file without LASzip's record may. */
const stated = (points: bigint, set: (view: DataView) => void = () => undefined): Uint8Array =>
  las((view) => {
    view.setUint8(104, 0x86);
    view.setBigUint64(247, points, true);
    view.setBigUint64(255, points, true);
    set(view);
  });

/** With zeros in place of its last bytes, and 5,000 more. */
const padded = (from: number, bytes = las()): Uint8Array =>
  joined(bytes.fill(0, from), zeros(5_000));

describe("of the points of a LAS", () => {
  test.each([
    ["that old readers know of none", las((view) => view.setUint32(107, 0, true))],
    [
      "that only old readers know of them",
      las((view) => {
        view.setUint32(107, POINTS, true);
        view.setBigUint64(247, 0n, true);
        view.setBigUint64(255, 9n, true);
        for (const [n, count] of [80, 60, 40, 10, 9].entries())
          view.setUint32(111 + n * 4, count, true);
      }),
    ],
    [
      "that they have up to 15 returns",
      las((view) => {
        for (let n = 0; n < 15; n++) view.setBigUint64(255 + n * 8, n === 14 ? 60n : 10n, true);
      }),
    ],
    [
      "that they have more than five, which format 5 does not count",
      las((view) => {
        view.setUint8(104, 5);
        view.setUint16(105, 63, true);
        for (const at of [247, 255]) view.setBigUint64(at, at === 247 ? 95n : 94n, true);
      }),
    ],
    [
      "that old readers cannot count them",
      stated(2n ** 32n, (view) => view.setUint32(107, 9, true)),
    ],
    [
      "that there are none, whatever its box and its scales are",
      las((view) => {
        for (const at of [247, 255]) view.setBigUint64(at, 0n, true);
        view.setFloat64(179, -1, true);
        view.setFloat64(131, 0, true);
      }),
    ],
    ["in the old counts alone", older(2)],
    ["in those of 1.3", older(3)],
  ])("its header may state %s", async (_, bytes) => {
    expect(await judged("a.las", bytes)).toBe("whole");
  });

  test.each([
    [
      "2^32 - 1 and another count for old readers",
      stated(2n ** 32n - 1n, (view) => view.setUint32(107, 9, true)),
      "4,294,967,295 points, and 9 for old readers",
    ],
    [
      "one more by return",
      las((view) => view.setBigUint64(263, 1n, true)),
      "200 points, and 201 by return",
    ],
    [
      "one more by the last return",
      las((view) => view.setBigUint64(255 + 14 * 8, 1n, true)),
      "200 points, and 201 by return",
    ],
    [
      "one fewer by return",
      las((view) => view.setBigUint64(255, 199n, true)),
      "200 points, and 199 by return",
    ],
    [
      "one more by the last of the old returns",
      changed(older(2), (view) => {
        view.setUint32(111, POINTS, true);
        view.setUint32(127, 1, true);
      }),
      "200 points, and 201 by return",
    ],
  ])("its header does not state %s", async (_, bytes, counts) => {
    expect(await judged("a.las", bytes)).toBe(`contradiction: its header states ${counts}`);
  });

  test.each([
    ["x", 179, 187],
    ["y", 195, 203],
    ["z", 211, 219],
  ])("the least %s is not greater than the greatest", async (axis, greatest, least) => {
    const box = (from: number, to: number): Uint8Array =>
      las((view) => {
        view.setFloat64(least, from, true);
        view.setFloat64(greatest, to, true);
      });
    expect(await judged("a.las", box(5, 5))).toBe("whole");
    expect(await judged("a.las", box(5, 6))).toBe("whole");
    expect(await judged("a.las", box(6, 5))).toBe(
      `contradiction: the least ${axis} of its header is greater than the greatest`,
    );
  });

  test.each([131, 139, 147])("the scale at byte %i is a number, and not 0", async (at) => {
    const scaled = (scale: number): Uint8Array => las((view) => view.setFloat64(at, scale, true));
    expect(await judged("a.las", scaled(-1))).toBe("whole");
    for (const scale of [0, Number.NaN, Infinity])
      expect(await judged("a.las", scaled(scale))).toBe(
        "contradiction: a scale of its coordinates is zero or no number",
      );
  });

  test("all are there, to the last byte of the last", async () => {
    expect(await judged("a.las", las().slice(0, -1))).toBe(
      "cutOff: it holds 199 of the 200 points that its header states",
    );
    expect(await judged("a.las", las().slice(0, -30))).toContain("it holds 199 of");
    expect(await judged("a.las", las().slice(0, 375))).toContain("it holds 0 of");
  });

  test("the last is not zeros", async () => {
    expect(await judged("a.las", las().fill(0, -29))).toBe("whole");
    expect(await judged("a.las", las().fill(0, -30))).toBe(
      "zeros: there are zeros in place of its last point",
    );
  });

  test("the last 4,096 bytes are not zeros, where zeros stand behind them", async () => {
    const last = 375 + POINTS * 30 - 4_096;
    expect(await judged("a.las", padded(last + 1))).toBe("whole");
    expect(await judged("a.las", padded(last))).toContain("zeros: its last");
    const few = las((view) => {
      for (const at of [247, 255]) view.setBigUint64(at, 100n, true);
    });
    expect(await judged("a.las", padded(376, few))).toBe("whole");
    expect(await judged("a.las", padded(375, few))).toContain("zeros: its last");
  });

  test("there may be none, and padding", async () => {
    const none = las((view) => {
      for (const at of [247, 255]) view.setBigUint64(at, 0n, true);
    });
    expect(await judged("a.las", joined(none, zeros(9_000)))).toBe("whole");
  });

  test("nothing is said where its header cannot be read", async () => {
    expect(
      await judged(
        "a.las",
        changed(las(), (view) => view.setUint8(25, 6)),
      ),
    ).toBe("whole");
  });
});
