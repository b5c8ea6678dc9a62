import { FRAME_BYTES } from "@swath/contract/uploads";
import { describe, expect, test } from "vitest";
import type { CompressionResult, Compressor, Chunk } from "../../ports/preparer.ts";
import { VirtualClock } from "../../testing/virtual-clock.ts";
import { CompressionPool } from "./compression-pool.ts";

interface Attempt {
  readonly worker: number;
  readonly chunks: readonly Chunk[];
  readonly settle: (result: CompressionResult) => void;
}

/** Workers that answer when the test says so. */
function bench(workers: number): { compressor: Compressor; attempts: Attempt[]; closed: number[] } {
  const attempts: Attempt[] = [];
  const closed: number[] = [];
  let started = 0;
  const start = (): ReturnType<Compressor["start"]> => {
    const worker = started++;
    return {
      compress: (chunks) =>
        new Promise((settle) => {
          attempts.push({ worker, chunks, settle });
        }),
      close: () => void closed.push(worker),
    };
  };
  return { compressor: { workers, start }, attempts, closed };
}

const chunk = (index: number): Chunk[] => [{ index, bytes: new Uint8Array([index]) }];
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe("the compression workers", () => {
  test("send/C1 are never more than four, nor than the machine gains from", () => {
    for (const [cores, expected] of [
      [16, 4],
      [2, 2],
      [0, 1],
    ] as const) {
      const { compressor, attempts } = bench(cores);
      const pool = new CompressionPool(compressor, new VirtualClock());
      for (let i = 0; i < 10; i++) void pool.compress(chunk(i));
      expect(attempts.length).toBe(expected);
    }
  });

  test("take the chunks in order of asking", async () => {
    const { compressor, attempts } = bench(1);
    const pool = new CompressionPool(compressor, new VirtualClock());
    for (let i = 0; i < 3; i++) void pool.compress(chunk(i));
    for (let i = 0; i < 3; i++) {
      attempts[i]!.settle({ ok: true, frames: [] });
      await settled();
    }
    expect(attempts.map(({ chunks }) => chunks[0]!.index)).toEqual([0, 1, 2]);
  });

  test("send/C2 and send/C3 a failed job is done again, and a worker that failed three times is closed", async () => {
    const { compressor, attempts, closed } = bench(2);
    const pool = new CompressionPool(compressor, new VirtualClock());
    const result = pool.compress(chunk(7));
    for (let i = 0; i < 3; i++) {
      const { chunks, worker, settle } = attempts.at(-1)!;
      expect(worker).toBe(0);
      settle({ ok: false, reason: "out of memory", chunks });
      await settled();
    }
    expect(closed).toEqual([0]);
    expect(attempts.at(-1)!.worker).toBe(1);
    attempts.at(-1)!.settle({ ok: true, frames: chunk(7) });
    expect(await result).toEqual({ ok: true, frames: chunk(7) });
  });

  test("send/C2 a job that failed four times is given up", async () => {
    const { compressor, attempts } = bench(4);
    const pool = new CompressionPool(compressor, new VirtualClock());
    const result = pool.compress(chunk(1));
    for (let i = 0; i < 4; i++) {
      const { chunks, settle } = attempts.at(-1)!;
      settle({ ok: false, reason: "no", chunks });
      await settled();
    }
    expect(await result).toEqual({ ok: false, reason: "no", exhausted: false });
  });

  test("send/C4 without any worker left every job fails", async () => {
    const { compressor, attempts } = bench(1);
    const pool = new CompressionPool(compressor, new VirtualClock());
    const results = [pool.compress(chunk(0)), pool.compress(chunk(1))];
    for (let i = 0; i < 3; i++) {
      const { chunks, settle } = attempts.at(-1)!;
      settle({ ok: false, reason: "no", chunks });
      await settled();
    }
    expect(await Promise.all(results)).toMatchObject([{ exhausted: true }, { exhausted: true }]);
    expect(await pool.compress(chunk(2))).toMatchObject({ exhausted: true });
  });

  test("send/C4 chunks that were lost with their worker are not compressed again", async () => {
    const { compressor, attempts } = bench(1);
    const pool = new CompressionPool(compressor, new VirtualClock());
    const result = pool.compress(chunk(0));
    attempts[0]!.settle({ ok: false, reason: "crashed" });
    expect(await result).toEqual({ ok: false, reason: "crashed", exhausted: false });
  });

  test("tell how much they compress together, once a few chunks after the first were done", async () => {
    const clock = new VirtualClock();
    const compress = async (chunks: readonly Chunk[]): Promise<CompressionResult> => {
      await clock.sleep(100);
      return { ok: true, frames: chunks };
    };
    const pool = new CompressionPool(
      { workers: 3, start: () => ({ compress, close: () => {} }) },
      clock,
    );
    const large = { index: 0, bytes: new Uint8Array(FRAME_BYTES) };
    const jobs = async (count: number): Promise<void> => {
      const done = Array.from({ length: count }, () => pool.compress([large]));
      await clock.advance(10_000);
      await Promise.all(done);
    };
    await jobs(6);
    expect(pool.bytesPerSecond).toBeUndefined();
    await jobs(3);
    expect(pool.bytesPerSecond).toBe(30 * FRAME_BYTES);
  });
});
