import { PIECE_BYTES } from "@swath/contract/limits";
import type { WireAlgorithm } from "@swath/contract/settings";
import { createXXHash128 } from "hash-wasm";
import type { Unreadable } from "../ports/preparer.ts";
import { readRange } from "./object-assembly.ts";
import { wireDigest, wireHasher } from "./wire-hasher.ts";

export interface FileDigest {
  readonly xxh128: string;
  readonly checksum: string;
}

/** Both checksums of a whole file; the next 8 MB are read while the last are hashed. */
export async function hashFile(
  file: File,
  path: string,
  wire: WireAlgorithm,
): Promise<FileDigest | Unreadable> {
  const source = (await createXXHash128()).init();
  const stored = await wireHasher(wire);
  const read = (start: number): ReturnType<typeof readRange> =>
    readRange(file, path, start, Math.min(PIECE_BYTES, file.size - start));
  let ahead = read(0);
  for (let start = 0; start < file.size; start += PIECE_BYTES) {
    const bytes = await ahead;
    if ("unreadable" in bytes) return bytes;
    if (start + PIECE_BYTES < file.size) ahead = read(start + PIECE_BYTES);
    source.update(bytes);
    stored.update(bytes);
  }
  return { xxh128: source.digest(), checksum: wireDigest(stored) };
}
