import type { FileSource } from "../readers/file-source.ts";

/** A file of any size that is zeros but for some pieces, and counts what is read of it. */
export function sparseSource(
  path: string,
  size: number,
  ...pieces: readonly (readonly [at: number, bytes: Uint8Array])[]
): { readonly source: FileSource; readonly bytesRead: () => number } {
  let bytesRead = 0;
  const read: FileSource["read"] = (start, end) => {
    bytesRead += end - start;
    const bytes = new Uint8Array(end - start);
    for (const [at, piece] of pieces) {
      if (at >= end || at + piece.length <= start) continue;
      const from = Math.max(0, start - at);
      bytes.set(piece.subarray(from, end - at), at + from - start);
    }
    return Promise.resolve(bytes);
  };
  return { source: { path, size, read }, bytesRead: () => bytesRead };
}
