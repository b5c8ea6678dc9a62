import type { FileSource } from "../readers/file-source.ts";

/** A file in memory that records what is read of it, and throws where that is not within it. */
export function recordedSource(bytes: Uint8Array): {
  readonly source: FileSource;
  readonly reads: readonly (readonly [start: number, end: number])[];
} {
  const reads: (readonly [number, number])[] = [];
  const read: FileSource["read"] = async (start, end) => {
    if (start < 0 || end < start || end > bytes.length)
      throw new RangeError(`${start} to ${end} is not within ${bytes.length} bytes`);
    reads.push([start, end]);
    return bytes.subarray(start, end);
  };
  return { source: { path: "a", size: bytes.length, read }, reads };
}
