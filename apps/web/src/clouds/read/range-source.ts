import type { ReadRange } from "@swath/pointcloud/copc";
import type { Span } from "./join-spans.ts";

/** Fetches a range of a stored file. */
export type FetchRange = (span: Span, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;

/** Bytes that are read at once where somebody asks for a few: header and records, or the end of a file. */
const FEW_BYTES = 16_384;

/** A file as the readers of LAS and COPC want it; short reads near each other are one. */
export interface RangeSource {
  readonly size: number;
  readonly read: ReadRange;
}

/** Reads a file by ranges; what was read of header and records is kept, as these are asked for piece by piece. */
export function rangeSource(size: number, fetch: FetchRange, signal: AbortSignal): RangeSource {
  const kept = new Set<Span & { readonly bytes: Promise<Uint8Array<ArrayBuffer>> }>();
  return {
    size,
    async read(start, end) {
      const last = Math.min(end, size);
      if (start >= last) return new Uint8Array();
      const found = [...kept].find((each) => each.start <= start && last <= each.end);
      if (found !== undefined) {
        const bytes = await found.bytes;
        return bytes.subarray(start - found.start, last - found.start);
      }
      const length = Math.min(Math.max(last - start, FEW_BYTES), size - start);
      const span = { start, end: start + length };
      const piece = { ...span, bytes: fetch(span, signal) };
      kept.add(piece);
      try {
        return (await piece.bytes).subarray(0, last - start);
      } catch (error) {
        // It may be asked for again.
        kept.delete(piece);
        throw error;
      }
    },
  };
}
