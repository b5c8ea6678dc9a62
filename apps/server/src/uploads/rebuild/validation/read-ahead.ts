import type { FileSource } from "@swath/survey/readers";

const AHEAD_BYTES = 1_048_576;

/**
 * Reads as asked, but 1 MB at a time once a file is read on from where the last read ended: readers
 * take small steps, and each would be a request to the store. One window is held.
 */
export function readAhead(size: number, read: FileSource["read"]): FileSource["read"] {
  let window: { start: number; bytes: Uint8Array } = { start: 0, bytes: new Uint8Array(0) };
  let last = -1;
  return async (start, wanted) => {
    const end = Math.min(wanted, size);
    if (start < window.start || end > window.start + window.bytes.length) {
      const to = start === last ? Math.max(end, Math.min(start + AHEAD_BYTES, size)) : end;
      window = { start, bytes: await read(start, to) };
    }
    last = end;
    return window.bytes.subarray(start - window.start, end - window.start);
  };
}
