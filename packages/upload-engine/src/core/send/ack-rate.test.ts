import { describe, expect, test } from "vitest";
import { AckRate, type Carried } from "./ack-rate.ts";

const MB = 1_000_000;
const carried = (storedBytes: number, sourceBytes = storedBytes): Carried => ({
  storedBytes,
  sourceBytes,
  zipped: storedBytes !== sourceBytes,
});

describe("the acknowledged pace", () => {
  test("pace/K1 is not known, and not fast, before a post was answered", () => {
    const pace = new AckRate();
    pace.begin(0);
    expect(pace.bytesPerSecond).toBeUndefined();
    expect(pace.connectionBytesPerSecond).toBeUndefined();
    expect(pace.isFast).toBe(false);
  });

  test("pace/K1 counts a post over its whole time, its answer included", () => {
    const pace = new AckRate();
    pace.acknowledge(pace.begin(1_000), carried(10 * MB), 6_000);
    expect(pace.bytesPerSecond).toBe(2 * MB);
  });

  test("pace/K1 a post that was not stored counts for nothing", () => {
    const pace = new AckRate();
    pace.begin(0);
    pace.end(500);
    pace.acknowledge(pace.begin(500), carried(MB), 1_500);
    expect(pace.bytesPerSecond).toBe(MB);
  });

  test("pace/K2 posts that share the link add up, those of a part of the time in part", () => {
    const pace = new AckRate();
    const [first, second] = [pace.begin(0), pace.begin(0)];
    pace.acknowledge(first, carried(2 * MB), 2_000);
    expect(pace.connectionBytesPerSecond).toBe(MB);
    expect(pace.bytesPerSecond).toBe(2 * MB);
    expect(pace.acknowledge(second, carried(2 * MB), 4_000).connections).toBe(1.5);
  });

  test("pace/K3 short posts, which mostly wait, weigh little", () => {
    const pace = new AckRate();
    for (let i = 0; i < 5; i++)
      pace.acknowledge(pace.begin(i * 300), carried(1_000), i * 300 + 300);
    pace.acknowledge(pace.begin(2_000), carried(5 * MB), 3_000);
    expect(pace.bytesPerSecond).toBeGreaterThan(4.9 * MB);
  });

  test("pace/K3 what is older than half a minute is forgotten", () => {
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
