import type { WireAlgorithm } from "@swath/contract/settings";
import { createXXHash128 } from "hash-wasm";
import type { Unreadable } from "../../ports/preparer.ts";
import { FileStream } from "./file-stream.ts";
import { inBase64, wireDigest, wireHasher } from "./wire-hasher.ts";

const CHUNK_BYTES = 1_048_576;

export interface FileDigest {
  readonly xxh128: string;
  readonly checksum: string;
}

/** Both checksums of a whole file, in one reading. */
export async function hashFile(
  file: File,
  path: string,
  wire: WireAlgorithm,
): Promise<FileDigest | Unreadable> {
  const source = (await createXXHash128()).init();
  // What is stored are the source's own bytes: one checksum may serve as both.
  const stored = wire === "xxh128" ? undefined : await wireHasher(wire);
  const stream = new FileStream(file, path, 0, file.size);
  let buffer = new ArrayBuffer(CHUNK_BYTES);
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    const rest = file.size - at;
    const bytes = await stream.readInto(rest < CHUNK_BYTES ? new ArrayBuffer(rest) : buffer);
    if ("unreadable" in bytes) return bytes;
    source.update(bytes);
    stored?.update(bytes);
    buffer = bytes.buffer;
  }
  const digest = source.digest("binary");
  const xxh128 = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { xxh128, checksum: stored === undefined ? inBase64(digest) : wireDigest(stored) };
}
