import { describe, expect, test } from "vitest";
import { joined, judged, noise, zeros } from "../../testing/judged.ts";
import { changed, las, older, POINTS } from "../../testing/made-las.ts";

const RECORD_MISFIT =
  "contradiction: its header states 1 variable-length records, which do not fit before its points";
/** A file of 100 points and one record of so many bytes, behind a header and before the points. */
const recorded = (bytes: number, { pointOffset = 500, headerBytes = 400 } = {}): Uint8Array =>
  las((view) => {
    view.setUint16(94, headerBytes, true);
    view.setUint32(96, pointOffset, true);
    view.setUint32(100, 1, true);
    view.setUint16(headerBytes + 20, bytes, true);
    for (const at of [247, 255]) view.setBigUint64(at, 100n, true);
  });

describe("the records of a LAS", () => {
  test.each([
    ["of no bytes", recorded(0, { pointOffset: 454 })],
    ["that ends before the points", recorded(45)],
    ["that ends where the points begin", recorded(46)],
  ])("may be one %s", async (_, bytes) => {
    expect(await judged("a.las", bytes)).toBe("whole");
  });

  test.each([
    ["whose head reaches into the points", recorded(0, { pointOffset: 453 })],
    ["that reaches into the points", recorded(47)],
    ["of 65,535 bytes where there are 46", recorded(0xffff)],
  ])("are not one %s", async (_, bytes) => {
    expect(await judged("a.las", bytes)).toBe(RECORD_MISFIT);
  });
});

const END = 375 + POINTS * 30;
/** A file that states so many extended records, and these bytes behind its points. */
const extended = (count: number, behind: Uint8Array, place = END): Uint8Array =>
  changed(joined(las(), behind), (view) => {
    view.setBigUint64(235, BigInt(place), true);
    view.setUint32(243, count, true);
  });
/** An extended record of noise. */
function extendedRecord(bytes: number, stated = bytes): Uint8Array {
  return changed(noise(60 + bytes), (view) => view.setBigUint64(20, BigInt(stated), true));
}

/** A file whose waveform packets are stated to be inside of it, or not. */
const waves = (place: number, { encoding = 2, bytes = las() } = {}): Uint8Array =>
  changed(bytes, (view) => {
    view.setUint16(6, encoding, true);
    view.setBigUint64(227, BigInt(place), true);
  });

describe("behind the points of a LAS", () => {
  test.each([
    ["a place of extended records that are none", extended(0, zeros(0), 100_000)],
    ["an extended record of no bytes", extended(1, extendedRecord(0))],
    ["two of them", extended(2, joined(extendedRecord(9), extendedRecord(300)))],
    ["64, of which those behind are not followed", extended(65, zeros(64 * 60))],
    ["what would be a place of extended records from 1.4 on", older(3, { headerBytes: 375 })],
  ])("may stand %s", async (_, bytes) => {
    expect(await judged("a.las", bytes)).toBe("whole");
  });

  test.each([
    ["1 of 1 lies behind its end", extended(1, extendedRecord(0).slice(0, 59))],
    ["1 of 1,000 lies behind its end", extended(1_000, zeros(0))],
    ["1 of 1 ends 1 bytes behind it", extended(1, extendedRecord(40, 41))],
    ["2 of 2 lies behind its end", extended(2, joined(extendedRecord(9), noise(59)))],
    [
      "2 of 3 ends 1,234 bytes behind it",
      extended(3, joined(extendedRecord(9), extendedRecord(0, 1_234))),
    ],
    ["64 of 64 lies behind its end", extended(64, zeros(63 * 60 + 59))],
  ])("extended record %s", async (fault, bytes) => {
    expect(await judged("a.las", bytes)).toBe(`cutOff: extended record ${fault}`);
  });

  test.each([
    ["at its end", waves(END)],
    ["in another file", waves(END + 1, { encoding: 4 + 1 })],
    ["at the end of a file of 1.3", waves(4_235, { bytes: older(3, { headerBytes: 235 }) })],
    ["in a file before 1.3", waves(100_000, { bytes: older(2, { headerBytes: 235 }) })],
  ])("may stand waveform packets, %s", async (_, bytes) => {
    expect(await judged("a.las", bytes)).toBe("whole");
  });

  test.each([
    ["1.4", waves(END + 1)],
    ["1.4 with more in its encoding", waves(END + 1, { encoding: 0x13 })],
    ["1.3", waves(4_236, { bytes: older(3, { headerBytes: 235 }) })],
  ])("waveform packets are not behind the end of a file of %s", async (_, bytes) => {
    expect(await judged("a.las", bytes)).toBe("cutOff: its waveform packets lie behind its end");
  });

  test("a header that is too short for the place of waveform packets states none", async () => {
    for (const headerBytes of [227, 234]) {
      const bytes = older(3, { headerBytes, points: 0 });
      expect(
        await judged(
          "a.las",
          changed(bytes, (view) => view.setUint16(6, 2, true)),
        ),
      ).toBe("whole");
    }
  });
});
