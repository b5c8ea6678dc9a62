import { describe, expect, test } from "vitest";
import { AckRate, ConnectionLosses, RoundTrips } from "./link-measurements.ts";
import { PieceLength, type Wanted } from "./piece-length.ts";

const MB = 1_000_000;

class Lengths extends PieceLength {
  readonly breaks: ConnectionLosses;

  constructor(pace = new AckRate(), roundTrips = new RoundTrips()) {
    const breaks = new ConnectionLosses();
    super(pace, roundTrips, breaks);
    this.breaks = breaks;
  }
}

/** The lengths on a link of which a post of 100 MB was acknowledged in 100 s. */
function known(ratio = 1, ...roundTripsMs: readonly number[]): Lengths {
  const roundTrips = new RoundTrips();
  for (const ms of roundTripsMs) roundTrips.answered(0, ms);
  const pace = new AckRate();
  const carried = { storedBytes: 100 * MB, sourceBytes: (100 * MB) / ratio, zipped: ratio !== 1 };
  pace.acknowledge(pace.begin(0), carried, 100_000);
  return new Lengths(pace, roundTrips);
}

const RAW: Wanted = {
  zipped: false,
  minCopiedBytes: 0,
  limitBytes: Infinity,
  rest: undefined,
};
const ZIPPED: Wanted = { ...RAW, zipped: true };

/** So much is left, for five connections. */
const rest = (bytes: number) => ({
  rest: { connections: 5, bytes: (most: number) => Math.min(bytes, most) },
});

describe("the length of a piece", () => {
  test("link/L1 is 1 s at the pace of a connection at least", () => {
    expect(known().wanted(RAW, 0)).toBe(MB);
    expect(known(1, 20).wanted(RAW, 0)).toBe(MB);
  });

  test("link/L1 is 32 of the shortest round trips, and no more than 10 s for their sake", () => {
    expect(known(1, 5_000).wanted(RAW, 0)).toBe(10 * MB);
    expect(known(1, 5_000, 200, 300).wanted(RAW, 0)).toBeCloseTo(6.4 * MB);
  });

  test("link/L1 is 16 round trips where calls wait in a queue", () => {
    expect(known(1, 200, 400).wanted(RAW, 0)).toBeCloseTo(3.2 * MB);
    expect(known(1, 200, 400, 210).wanted(RAW, 0)).toBeCloseTo(6.4 * MB);
  });

  test("link/L2 is a fortieth of the time between breaks at most, until they are over", () => {
    const length = known(1, 50);
    for (const at of [0, 100, 30_000, 30_200, 60_000]) length.breaks.broken(at);
    expect(length.wanted(RAW, 62_000)).toBe(0.75 * MB);
    expect(length.wanted(RAW, 148_000)).toBe(0.75 * MB);
    expect(length.wanted(RAW, 152_000)).toBe(1.6 * MB);
  });

  test("link/L2 is a fortieth of the time before the first break", () => {
    const length = known();
    length.breaks.began(10_000);
    expect(length.wanted(RAW, 39_000)).toBe(MB);
    length.breaks.broken(40_000);
    length.breaks.began(41_000);
    expect(length.wanted(RAW, 70_000)).toBe(0.75 * MB);
  });

  test("link/L2 is half a second and 8 round trips at least, however often connections break", () => {
    for (const [roundTripMs, wanted] of [
      [10, 0.5 * MB],
      [100, 0.8 * MB],
    ] as const) {
      const length = known(1, roundTripMs);
      for (let at = 0; at < 40_000; at += 6_000) length.breaks.broken(at);
      expect(length.wanted(RAW, 40_000)).toBeCloseTo(wanted);
    }
  });

  test("link/L3 is a MiB before anything was acknowledged", () => {
    expect(new Lengths().wanted(RAW, 0)).toBe(1_048_576);
  });

  test("link/L3 is at most 8 times the longest that landed, until that is telling", () => {
    const pace = new AckRate();
    const carried = { storedBytes: MB, sourceBytes: MB, zipped: false };
    pace.acknowledge(pace.begin(0), carried, 10);
    expect(new Lengths(pace).wanted(RAW, 0)).toBe(8 * MB);
    const telling = { storedBytes: 10 * MB, sourceBytes: 10 * MB, zipped: false };
    pace.acknowledge(pace.begin(100), telling, 200);
    expect(new Lengths(pace).wanted(RAW, 0)).toBeGreaterThan(80 * MB);
  });

  test("link/L4 is longer by what compression saves, where it is compressed", () => {
    const length = known(0.5);
    expect(length.wanted(ZIPPED, 0)).toBe(2 * MB);
    expect(length.wanted(RAW, 0)).toBe(MB);
  });

  test("link/L5 is half of a connection's share of the rest, 8 round trips at least", () => {
    const length = known();
    expect(length.wanted({ ...RAW, ...rest(20 * MB) }, 0)).toBe(MB);
    expect(length.wanted({ ...RAW, ...rest(5 * MB) }, 0)).toBe(0.5 * MB);
    expect(known(1, 50).wanted({ ...RAW, ...rest(MB) }, 0)).toBeCloseTo(0.4 * MB);
    expect(known(1, 50, 200).wanted({ ...RAW, ...rest(MB) }, 0)).toBeCloseTo(0.2 * MB);
    const zipped = known(0.5, 50);
    expect(zipped.wanted({ ...ZIPPED, ...rest(10 * MB) }, 0)).toBe(MB);
    expect(zipped.wanted({ ...ZIPPED, ...rest(MB) }, 0)).toBeCloseTo(0.8 * MB);
  });

  test("link/L6 is what the store joins by itself, unless a connection takes 20 s for that", () => {
    const [least, more] = [20 * MB, 21 * MB];
    expect(known().wanted({ ...RAW, minCopiedBytes: least }, 0)).toBe(least);
    expect(known().wanted({ ...RAW, minCopiedBytes: more }, 0)).toBe(MB);
  });

  test("link/L6 is shorter where connections break, nothing is known, or little is left", () => {
    const copied = { ...RAW, minCopiedBytes: 5 * MB };
    const unknown = new Lengths();
    expect(unknown.wanted(copied, 0)).toBeLessThan(2 * MB);
    const length = known();
    expect(length.wanted({ ...copied, ...rest(20 * MB) }, 0)).toBe(2 * MB);
    length.breaks.began(0);
    length.breaks.broken(10_000);
    expect(length.wanted(copied, 11_000)).toBe(0.5 * MB);
    expect(length.wanted(copied, 60_000)).toBe(5 * MB);
  });

  test("link/L6 is shorter for the first 20 s, in which a link shows whether it breaks", () => {
    const length = known();
    length.breaks.began(1_000);
    const copied = { ...RAW, minCopiedBytes: 5 * MB };
    expect(length.wanted(copied, 20_999)).toBe(MB);
    expect(length.wanted(copied, 21_000)).toBe(5 * MB);
  });

  test("link/L7 is 10 s on a fast link, unless it is compressed or connections break", () => {
    const pace = new AckRate();
    const carried = { storedBytes: 60 * MB, sourceBytes: 60 * MB, zipped: false };
    pace.acknowledge(pace.begin(0), carried, 1_000);
    const length = new Lengths(pace);
    expect(length.wanted(RAW, 1_000)).toBe(600 * MB);
    expect(length.wanted(ZIPPED, 1_000)).toBe(60 * MB);
    for (const at of [0, 40_000]) length.breaks.broken(at);
    expect(length.wanted(RAW, 40_000)).toBe(60 * MB);
  });

  test("link/L6 is what the store joins by itself under a limit too", () => {
    const limited = { ...RAW, limitBytes: MB / 2 };
    expect(known().wanted(limited, 0)).toBe(MB / 2);
    expect(known().wanted({ ...limited, minCopiedBytes: 5 * MB }, 0)).toBe(5 * MB);
  });
});
