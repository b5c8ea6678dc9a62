import type { WireAlgorithm } from "@swath/contract/settings";
import { CompressionPool } from "../core/send/compression-pool.ts";
import { prepareObject, PrioritySemaphore } from "../core/send/prepare-object.ts";
import type { Clock } from "../ports/uploader-ports.ts";
import type { Compressor, PreparedObject, Preparer, SourceSegment } from "../ports/preparer.ts";

/** Prepares objects as the engine does, with the given drivers and without an upload. */
export function prepareAlone(preparer: Preparer, compressor: Compressor, clock: Clock) {
  const pool = new CompressionPool(compressor, clock);
  return {
    prepare: async (
      segments: readonly SourceSegment[],
      wire: WireAlgorithm,
    ): Promise<PreparedObject> => {
      const outcome = await prepareObject(segments, {
        preparer,
        clock,
        pool,
        chunks: new PrioritySemaphore(3),
        order: 0,
        wire,
        signal: new AbortController().signal,
        onCompressing: () => {},
        onCompressed: () => {},
      });
      if (outcome.kind !== "prepared") throw new Error(JSON.stringify(outcome));
      return outcome.prepared;
    },
    close: () => pool.close(),
  };
}
