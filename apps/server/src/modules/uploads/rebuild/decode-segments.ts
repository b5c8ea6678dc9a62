import type { Readable } from "node:stream";
import { AppError } from "@swath/contract/errors";
import type { ByteRange, ObjectBody } from "../../../platform/object-store/object-store.ts";
import { giveHasherBack, takeHasher } from "../../../platform/hashing/xxh128.ts";
import { BadFrame } from "../../../platform/zstd/bad-frame.ts";
import { type KeptObject, isZipped } from "../plan-store.ts";
import type { RebuildContext } from "./rebuild-context.ts";
import { RebuildFault } from "./rebuild-fault.ts";

/** Source bytes of one segment, as they come out of the store. */
interface SegmentSource {
  /** For messages: the file's path. */
  readonly path: string;
  readonly length: number;
  readonly zipped: boolean;
  /** What its XXH128 was announced to be. */
  readonly xxh128: string;
}

/** A stream, and whether the memory of its chunks is the reader's from then on. */
interface Bytes {
  readonly chunks: ObjectBody;
  readonly givenAway: boolean;
}

async function* decoded(
  { deps }: RebuildContext,
  segment: SegmentSource,
  source: Bytes,
): AsyncGenerator<Uint8Array> {
  const { chunks, givenAway } = source;
  try {
    yield* segment.zipped
      ? deps.decode(chunks, { maxOutput: segment.length, freesSource: givenAway })
      : chunks;
  } catch (error) {
    if (!(error instanceof BadFrame)) throw error;
    throw new RebuildFault(`${segment.path}: ${error.message}`);
  }
}

/**
 * The source bytes of a segment, compared with its length and its XXH128 as they pass; throws
 * {@link RebuildFault} before the stream ends where they differ.
 */
export async function* verifiedBytes(
  context: RebuildContext,
  segment: SegmentSource,
  source: Bytes,
): AsyncGenerator<Uint8Array> {
  const hash = await takeHasher();
  try {
    let length = 0;
    for await (const chunk of decoded(context, segment, source)) {
      context.signal.throwIfAborted();
      length += chunk.length;
      if (length > segment.length)
        throw new RebuildFault(`${segment.path}: is longer than ${segment.length} bytes`);
      hash.update(chunk);
      yield chunk;
    }
    if (length !== segment.length)
      throw new RebuildFault(`${segment.path}: has ${length} of ${segment.length} bytes`);
    if (hash.digest("hex") !== segment.xxh128)
      throw new RebuildFault(`${segment.path}: its checksum is not that of the source`);
  } finally {
    giveHasherBack(hash);
  }
}

/** What is announced of an object's segment. */
export function segmentSource(
  { manifest }: RebuildContext,
  object: KeptObject,
  index: number,
): SegmentSource & { readonly file: number; readonly storedBytes: number } {
  const [file, , length] = object.segments[index]!;
  const claim = object.claims?.[index];
  const path = manifest.files[file]!.fullPath;
  if (claim === undefined) throw new RebuildFault(`${path}: was never sent`);
  const [storedBytes, xxh128] = claim;
  return { file, path, length, zipped: isZipped(object, index), storedBytes, xxh128 };
}

/** Reads what landed under a name, or a range of it; what is not there is a fault of the content. */
export async function readLanded(
  { deps, landing }: RebuildContext,
  name: string,
  range?: ByteRange,
): Promise<Readable> {
  try {
    return await deps.store.read(deps.buckets.uploads, landing + name, range);
  } catch (error) {
    if (error instanceof AppError && error.code === "OBJECT_NOT_FOUND")
      throw new RebuildFault(`${name}: is missing from the store`);
    throw error;
  }
}

/** A file's source bytes from its objects, part after part, each verified; they are given away. */
export async function* verifiedFile(
  context: RebuildContext,
  objects: readonly KeptObject[],
): AsyncGenerator<Uint8Array> {
  for (const object of objects) {
    const segment = segmentSource(context, object, 0);
    const chunks = await readLanded(context, object.name);
    yield* verifiedBytes(context, segment, { chunks, givenAway: true });
  }
}
