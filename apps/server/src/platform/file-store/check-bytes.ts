import type { FileHandle } from "node:fs/promises";
import { type Hasher, takeHasher } from "../hashing/xxh128.ts";
import type { ByteRange } from "../object-store/object-store.ts";
import { notAsReceived } from "../object-store/store-refusals.ts";
import { giveMemoryBack, takeMemory } from "./direct-memory.ts";

/**
 * Compares a range of an open file with the checksum of what is to stand there; throws
 * CHECKSUM_MISMATCH, naming the object whose bytes they are. `whole` takes the bytes as well.
 */
export async function checkBytes(
  handle: FileHandle,
  { start, length }: ByteRange,
  { key, xxh128, whole }: { readonly key: string; readonly xxh128: string; readonly whole: Hasher },
): Promise<void> {
  using hasher = await takeHasher();
  const memory = takeMemory();
  try {
    for (let done = 0; done < length;) {
      const most = Math.min(memory.length, length - done);
      const { bytesRead } = await handle.read(memory, 0, most, start + done);
      if (bytesRead === 0) break;
      const bytes = memory.subarray(0, bytesRead);
      hasher.update(bytes);
      whole.update(bytes);
      done += bytesRead;
    }
    if (hasher.digest() !== xxh128) throw notAsReceived(key);
  } finally {
    giveMemoryBack(memory);
  }
}
