import { describe, expect, test } from "vitest";
import { AcknowledgedPace } from "./acknowledged-pace.ts";
import { PieceLength } from "./piece-length.ts";

const MB = 1_000_000;

/** The lengths on a link of which a post of 100 MB was acknowledged in 100 s. */
function known(ratio = 1): PieceLength {
  const pace = new AcknowledgedPace();
  const carried = { storedBytes: 100 * MB, sourceBytes: (100 * MB) / ratio, zipped: ratio !== 1 };
  pace.acknowledge(pace.begin(0), carried, 100_000);
  return new PieceLength(pace);
}

describe("the length of a piece", () => {
  test("pieces/L1 is 3 s at the pace of a connection, and up to 10 s with each that is stored", () => {
    const length = known();
    expect(length.wanted(false, 0)).toBe(3 * MB);
    length.stored();
    expect(length.wanted(false, 0)).toBeCloseTo(3.3 * MB);
    for (let i = 0; i < 30; i++) length.stored();
    expect(length.wanted(false, 0)).toBe(10 * MB);
  });

  test("pieces/L1 is 16 of the shortest round trips at least, and no more than 10 s for their sake", () => {
    const length = known();
    length.roundTrip(100);
    expect(length.wanted(false, 0)).toBe(3 * MB);
    const far = known();
    far.roundTrip(5_000);
    expect(far.wanted(false, 0)).toBe(10 * MB);
    far.roundTrip(300);
    far.roundTrip(900);
    expect(far.wanted(false, 0)).toBeCloseTo(4.8 * MB);
  });

  test("pieces/L2 halves with each broken connection, down to 2 s", () => {
    const length = known();
    for (let i = 0; i < 30; i++) length.stored();
    length.broken(0);
    expect(length.wanted(false, 0)).toBe(5 * MB);
    for (let i = 0; i < 5; i++) length.broken(0);
    expect(length.wanted(false, 0)).toBe(2 * MB);
  });

  test("pieces/L5 is a tenth of the time between breaks, until they are over", () => {
    const length = known();
    for (const at of [0, 100, 30_000, 30_200, 60_000]) length.broken(at);
    for (let i = 0; i < 30; i++) length.stored();
    expect(length.wanted(false, 61_000)).toBe(3 * MB);
    expect(length.wanted(false, 149_000)).toBe(3 * MB);
    expect(length.wanted(false, 151_000)).toBe(10 * MB);
  });

  test("pieces/L5 is a tenth of the time before the first break", () => {
    const length = known();
    length.began(10_000);
    for (let i = 0; i < 30; i++) length.stored();
    expect(length.wanted(false, 39_000)).toBe(10 * MB);
    length.broken(40_000);
    length.began(41_000);
    for (let i = 0; i < 30; i++) length.stored();
    expect(length.wanted(false, 60_000)).toBe(3 * MB);
  });

  test("pieces/L5 is 1 s at least, however often connections break", () => {
    const length = known();
    for (let at = 0; at < 40_000; at += 6_000) length.broken(at);
    expect(length.wanted(false, 40_000)).toBe(MB);
  });

  test("pieces/L3 is a MiB before anything was acknowledged", () => {
    expect(new PieceLength(new AcknowledgedPace()).wanted(false, 0)).toBe(1_048_576);
  });

  test("pieces/L3 is at most 8 times the longest that landed, until that is telling", () => {
    const pace = new AcknowledgedPace();
    const carried = { storedBytes: MB, sourceBytes: MB, zipped: false };
    pace.acknowledge(pace.begin(0), carried, 10);
    expect(new PieceLength(pace).wanted(false, 0)).toBe(8 * MB);
    const telling = { storedBytes: 10 * MB, sourceBytes: 10 * MB, zipped: false };
    pace.acknowledge(pace.begin(100), telling, 200);
    expect(new PieceLength(pace).wanted(false, 0)).toBeGreaterThan(250 * MB);
  });

  test("pieces/L4 is longer by what compression saves, where it is compressed", () => {
    const length = known(0.5);
    expect(length.wanted(true, 0)).toBe(6 * MB);
    expect(length.wanted(false, 0)).toBe(3 * MB);
  });
});
