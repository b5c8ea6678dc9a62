import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { ReadThroughOptions, TakeBytes } from "../object-store/object-store.ts";
import { checkVersion, notAsReceived, objectChanged } from "../object-store/store-refusals.ts";
import { BLOCK_BYTES, DirectFile, giveMemoryBack, takeMemory } from "./direct-output.ts";
import { generationId } from "./facts.ts";
import { type OpenFile, openFile } from "./file-read.ts";
import type { Root } from "./placement.ts";
import { codeOf } from "../system.ts";

/**
 * Reads an object past the kernel's page cache (O_DIRECT), so that its bytes are those of the disk and
 * take no new memory; through the cache where the file system or the disk has no such way. While one
 * memory is taken, the next is read.
 */
export async function readFileThrough(
  root: Root,
  place: { readonly bucket: string; readonly key: string },
  take: TakeBytes,
  { version, signal }: ReadThroughOptions,
): Promise<void> {
  const file = await openFile(root, place.bucket, place.key);
  await using handle = file.handle;
  const id = generationId(file.stat);
  checkVersion(place.key, id, version);
  const size = Number(file.stat.size);
  const direct = new DirectFile(handle, await openDirect(file));
  const read = async (memory: Uint8Array, at: number): Promise<Uint8Array> => {
    if (at >= size) return memory.subarray(0, 0);
    const { bytesRead } = await direct.through(at % BLOCK_BYTES === 0, (through) =>
      through.read(memory, 0, memory.length, at),
    );
    return memory.subarray(0, bytesRead);
  };
  const memories = [takeMemory(), takeMemory()] as const;
  let reading: Promise<Uint8Array> | undefined;
  try {
    reading = read(memories[0], 0);
    for (let at = 0, turn = 1; at < size; turn = 1 - turn) {
      signal?.throwIfAborted();
      const bytes = await reading.catch((error: unknown) => refuseBadSector(error, place.key));
      // An object's file never changes.
      if (bytes.length === 0) throw objectChanged(place.key);
      at += bytes.length;
      reading = read(memories[turn]!, at);
      await take(bytes);
    }
  } finally {
    // The kernel may still write into its memory.
    await reading?.catch(() => {});
    await direct.close();
    giveMemoryBack(...memories);
  }
}

/** A disk that has lost some of its bytes no longer holds what was received; it may be well besides. */
function refuseBadSector(error: unknown, key: string): never {
  throw codeOf(error) === "EIO" ? notAsReceived(key, error) : error;
}

/** Undefined where there is no such way, or another file has taken the place. */
async function openDirect({ path, stat }: OpenFile): Promise<FileHandle | undefined> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_DIRECT ?? 0);
  const handle = await open(path, flags).catch(() => undefined);
  const found = await handle?.stat({ bigint: true });
  if (found === undefined || generationId(found) === generationId(stat)) return handle;
  await handle?.close();
  return undefined;
}
