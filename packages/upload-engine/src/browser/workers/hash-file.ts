import type { WireAlgorithm } from "@swath/contract/settings";
import { type FileDigest, FileHasher } from "../../assembly/file-digest.ts";
import type { Unreadable } from "../../ports/preparer.ts";
import { FileStream } from "./file-stream.ts";

export interface HashedRange {
  readonly offset?: number;
  readonly length?: number;
}

const CHUNK_BYTES = 1_048_576;

/** Both checksums of a range of a file, by default the whole, in one reading. */
export async function hashFile(
  file: File,
  path: string,
  wire: WireAlgorithm,
  { offset = 0, length = file.size }: HashedRange = {},
): Promise<FileDigest | Unreadable> {
  const hasher = await FileHasher.create(wire);
  const stream = new FileStream(file, path, offset, length);
  let buffer = new ArrayBuffer(CHUNK_BYTES);
  for (let at = 0; at < length; at += CHUNK_BYTES) {
    const rest = length - at;
    const bytes = await stream.readInto(rest < CHUNK_BYTES ? new ArrayBuffer(rest) : buffer);
    if ("unreadable" in bytes) return bytes;
    hasher.update(bytes);
    buffer = bytes.buffer;
  }
  return hasher.digest();
}
