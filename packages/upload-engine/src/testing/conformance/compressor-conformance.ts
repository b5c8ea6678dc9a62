import { describe, expect, test } from "vitest";
import type { Compressor, Chunk } from "../../ports/preparer.ts";

export interface CompressorUnderTest {
  readonly compressor: Compressor;
  readonly chunk: (index: number, length: number) => Chunk;
  /** Waits for a result, in the compressor's real or virtual time. */
  readonly wait: <T>(result: Promise<T>) => Promise<T>;
}

/** What every compressor of the engine does; declares the tests of one. */
export function compressorConformance(name: string, open: () => CompressorUnderTest): void {
  describe(name, () => {
    test("has a worker at least", () => {
      expect(open().compressor.workers).toBeGreaterThanOrEqual(1);
    });

    test("returns one frame for each chunk, call after call", async () => {
      const { compressor, chunk, wait } = open();
      const worker = compressor.start();
      for (const indexes of [[0, 1, 2], [7]]) {
        const chunks = indexes.map((index) => chunk(index, 10_000));
        const result = await wait(worker.compress(chunks));
        if (!result.ok) throw new Error(result.reason);
        expect(result.frames.map(({ index }) => index)).toEqual(indexes);
        for (const { bytes } of result.frames) expect(bytes.length).toBeGreaterThan(0);
      }
      worker.close();
    });

    test("fails what is being compressed when it is closed", async () => {
      const { compressor, chunk, wait } = open();
      const worker = compressor.start();
      const result = worker.compress([chunk(0, 10_000)]);
      worker.close();
      expect(await wait(result)).toEqual({ ok: false, reason: expect.any(String) });
    });
  });
}
