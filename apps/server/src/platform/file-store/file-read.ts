import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ByteRange } from "../object-store/object-store.ts";
import { objectMissing } from "../object-store/store-refusals.ts";
import { generationId, unlessMissing } from "./facts.ts";
import { locate, type Placed, type Root } from "./placement.ts";

/** What a stream of an object reads at once, unless told otherwise. */
const READ_BYTES = 1_048_576;

/** One generation of an object, whatever takes its place meanwhile. */
export interface OpenObject {
  readonly size: number;
  readonly modified: Date;
  /** Names this generation: another object of the same key has another. */
  readonly id: string;
  /** The bytes of a range that lies within; the object closes with the stream. */
  stream(range: ByteRange, highWaterMark?: number): Promise<Readable>;
  /** XXH128 of all its bytes as the store received them, hex; undefined where it did not. */
  xxh128(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** An open file with its state and where it was found. */
export interface OpenFile extends Placed {
  readonly handle: FileHandle;
}

/** Opens the file of an object; throws OBJECT_NOT_FOUND. */
export async function openFile(root: Root, bucket: string, key: string): Promise<OpenFile> {
  for (;;) {
    const placed = await locate(root, bucket, key);
    if (placed === undefined) throw objectMissing(key);
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
    const handle = await open(placed.path, flags).catch(unlessMissing);
    // Where it was removed in between: look again.
    if (handle === undefined) continue;
    return { path: placed.path, handle, stat: await handle.stat({ bigint: true }) };
  }
}

/** Opens an object; throws OBJECT_NOT_FOUND. */
export async function openObject(root: Root, bucket: string, key: string): Promise<OpenObject> {
  const { handle, stat } = await openFile(root, bucket, key);
  return {
    size: Number(stat.size),
    modified: stat.mtime,
    id: generationId(stat),
    stream: async ({ start, length }, highWaterMark = READ_BYTES) => {
      if (length > 0)
        return handle.createReadStream({ start, end: start + length - 1, highWaterMark });
      await handle.close();
      return Readable.from([]);
    },
    xxh128: async () => (await root.facts.find([stat]))[0]?.xxh128,
    close: () => handle.close(),
  };
}
