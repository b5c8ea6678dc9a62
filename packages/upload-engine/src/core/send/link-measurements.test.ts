import { describe, expect, test } from "vitest";
import { AckRate, type Carried, ConnectionLosses, RoundTrips } from "./link-measurements.ts";

const MB = 1_000_000;
const carried = (storedBytes: number, sourceBytes = storedBytes): Carried => ({
  storedBytes,
  sourceBytes,
  zipped: storedBytes !== sourceBytes,
});

describe("the acknowledged pace", () => {
  test("link/K1 is not known, and not fast, before a post was answered", () => {
    const pace = new AckRate();
    pace.begin(0);
    expect(pace.bytesPerSecond).toBeUndefined();
    expect(pace.connectionBytesPerSecond).toBeUndefined();
    expect(pace.isFast).toBe(false);
  });

  test("link/K1 counts a post over its whole time, its answer included", () => {
    const pace = new AckRate();
    pace.acknowledge(pace.begin(1_000), carried(10 * MB), 6_000);
    expect(pace.bytesPerSecond).toBe(2 * MB);
  });

  test("link/K1 a post that was not stored counts for nothing", () => {
    const pace = new AckRate();
    pace.begin(0);
    pace.end(500);
    pace.acknowledge(pace.begin(500), carried(MB), 1_500);
    expect(pace.bytesPerSecond).toBe(MB);
  });

  test("link/K2 posts that share the link add up, those of a part of the time in part", () => {
    const pace = new AckRate();
    const [first, second] = [pace.begin(0), pace.begin(0)];
    pace.acknowledge(first, carried(2 * MB), 2_000);
    expect(pace.connectionBytesPerSecond).toBe(MB);
    expect(pace.bytesPerSecond).toBe(2 * MB);
    expect(pace.acknowledge(second, carried(2 * MB), 4_000).connections).toBe(1.5);
  });

  test("link/K3 short posts, which mostly wait, weigh little", () => {
    const pace = new AckRate();
    for (let i = 0; i < 5; i++)
      pace.acknowledge(pace.begin(i * 300), carried(1_000), i * 300 + 300);
    pace.acknowledge(pace.begin(2_000), carried(5 * MB), 3_000);
    expect(pace.bytesPerSecond).toBeGreaterThan(4.9 * MB);
  });

  test("link/K3 what is older than half a minute is forgotten", () => {
    const pace = new AckRate();
    pace.acknowledge(pace.begin(0), carried(500 * MB), 1_000);
    expect(pace.isFast).toBe(true);
    expect(pace.longestBytes).toBe(500 * MB);
    for (const at of [20_000, 40_000]) pace.acknowledge(pace.begin(at), carried(MB), at + 10_000);
    expect(pace.bytesPerSecond).toBe(0.1 * MB);
    expect(pace.longestBytes).toBe(MB);
  });

  test("knows by how much lately compressed bytes have shrunk", () => {
    const pace = new AckRate();
    expect(pace.compressionRatio).toBe(1);
    pace.acknowledge(pace.begin(0), carried(MB), 100);
    pace.acknowledge(pace.begin(100), carried(MB, 4 * MB), 200);
    expect(pace.compressionRatio).toBe(0.25);
  });
});

test("of calls that overlap the one that was begun last says whether there is a queue", () => {
  const calls = new RoundTrips();
  calls.answered(0, 60);
  calls.answered(2_000, 2_060);
  calls.answered(1_000, 2_200);
  expect(calls.isQueued(0)).toBe(false);
  expect(calls.shortestMs).toBe(60);
});

test("a call that takes half as long again as the shortest and 50 ms does not wait, a longer one does", () => {
  const calls = new RoundTrips();
  expect(calls.isQueued(0)).toBeUndefined();
  calls.answered(0, 100);
  calls.answered(1_000, 1_200);
  expect(calls.isQueued(0)).toBe(false);
  calls.answered(2_000, 2_201);
  expect(calls.isQueued(2_000)).toBe(true);
  expect(calls.isQueued(2_001)).toBeUndefined();
});

test("breaks are known until three times their mean distance has passed", () => {
  const breaks = new ConnectionLosses();
  expect(breaks.areKnown(1_000)).toBe(false);
  for (const at of [0, 30_000, 60_000]) breaks.broken(at);
  expect(breaks.betweenMs(61_000)).toBe(30_000);
  expect(breaks.areKnown(150_000)).toBe(true);
  expect(breaks.areKnown(150_001)).toBe(false);
});

test("connections that break within 5 s are one break, and the first post begins the time before it", () => {
  const breaks = new ConnectionLosses();
  breaks.began(10_000);
  breaks.began(20_000);
  expect(breaks.areKnown(30_000)).toBe(false);
  for (const at of [40_000, 41_000, 44_999]) breaks.broken(at);
  expect(breaks.betweenMs(45_000)).toBe(30_000);
});
