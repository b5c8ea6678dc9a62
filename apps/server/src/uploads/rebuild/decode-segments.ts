import type { Readable } from "node:stream";
import { AppError } from "@swath/contract/errors";
import type { ByteRange, ObjectBody } from "../../platform/object-store/object-store.ts";
import { type Hasher, takeHasher } from "../../platform/hashing/xxh128.ts";
import { openAhead } from "../../platform/concurrency/one-ahead.ts";
import { BadFrame } from "../../platform/zstd/decode-frames.ts";
import { landedName } from "../landing/landing-place.ts";
import { isZipped } from "../plan-store.ts";
import type { ObjectWithPieces, PieceRow } from "../plan-record.ts";
import type { RebuildContext } from "./rebuild-context.ts";
import { asDamaged, RebuildFault } from "./rebuild-fault.ts";

/** What is known of the source bytes of a segment before they are read. */
interface AnnouncedBytes {
  /** For messages: the file's path. */
  readonly path: string;
  readonly length: number;
  /** Their XXH128, hex. */
  readonly xxh128: string;
}

/** Compares bytes as they pass; throws {@link RebuildFault}. Disposing of it gives its hasher back. */
export class SegmentCheck {
  readonly #announced: AnnouncedBytes;
  readonly #hasher: Hasher;
  #length = 0;

  private constructor(announced: AnnouncedBytes, hasher: Hasher) {
    this.#announced = announced;
    this.#hasher = hasher;
  }

  static async begin(announced: AnnouncedBytes): Promise<SegmentCheck> {
    return new SegmentCheck(announced, await takeHasher());
  }

  add(chunk: Uint8Array): void {
    const { path, length } = this.#announced;
    this.#length += chunk.length;
    if (this.#length > length) throw new RebuildFault(`${path}: is longer than ${length} bytes`);
    this.#hasher.update(chunk);
  }

  /** All bytes were added. */
  end(): void {
    const { path, length, xxh128 } = this.#announced;
    if (this.#length !== length)
      throw new RebuildFault(`${path}: has ${this.#length} of ${length} bytes`);
    if (this.#hasher.digest() !== xxh128)
      throw new RebuildFault(`${path}: its checksum is not that of the source`);
  }

  [Symbol.dispose](): void {
    this.#hasher[Symbol.dispose]();
  }
}

/** Source bytes of one segment, as they come out of the store. */
interface SegmentSource extends AnnouncedBytes {
  readonly zipped: boolean;
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
  using check = await SegmentCheck.begin(segment);
  for await (const chunk of decoded(context, segment, source)) {
    context.signal.throwIfAborted();
    check.add(chunk);
    yield chunk;
  }
  check.end();
}

/** What is announced of a piece's segment. */
export function segmentSource(
  { manifest }: Pick<RebuildContext, "manifest">,
  object: ObjectWithPieces,
  piece: PieceRow,
  index: number,
): SegmentSource & { readonly file: number; readonly storedBytes: number } {
  const [file, , planned] = object.segments[index]!;
  const [storedBytes, xxh128] = piece.claims[index]!;
  // Only an object of one segment is cut.
  const length = object.segments.length === 1 ? piece.length : planned;
  const path = manifest.files[file]!.fullPath;
  return { file, path, length, zipped: isZipped(object, piece, index), storedBytes, xxh128 };
}

/** Reads a version of what stands below the landing place; any other is a fault of the content. */
export async function readVersion(
  { deps, landing }: RebuildContext,
  name: string,
  options: { readonly version: string; readonly range?: ByteRange },
): Promise<Readable> {
  try {
    return await deps.store.read(deps.buckets.uploads, landing + name, options);
  } catch (error) {
    throw contentFault(name, error);
  }
}

/** What landed, as it was when it was first looked at. */
export const readLanded = async (context: RebuildContext, piece: PieceRow): Promise<Readable> =>
  readVersion(context, landedName(piece), { version: context.versions.landed(piece) });

/** An object that is gone, or that another one replaced, is a fault of the content. */
export function contentFault(name: string, error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === "OBJECT_NOT_FOUND")
    return new RebuildFault(`${name}: is missing from the store`);
  if (error.code === "OBJECT_CHANGED")
    return new RebuildFault(`${name}: was replaced after it had been verified`);
  return error;
}

/** The source bytes of a piece of a file; throws {@link DamagedPiece} before the stream ends. */
export async function* verifiedPiece(
  context: RebuildContext,
  object: ObjectWithPieces,
  piece: PieceRow,
  opened?: Promise<Readable>,
): AsyncGenerator<Uint8Array> {
  const segment = segmentSource(context, object, piece, 0);
  try {
    const chunks = await (opened ?? readLanded(context, piece));
    yield* verifiedBytes(context, segment, { chunks, givenAway: true });
  } catch (error) {
    throw asDamaged(piece, segment.path, error);
  }
}

/** Throws {@link RebuildFault} where pieces of an object are missing; no two of them overlap. */
export function requireSent({ name, pieces, source_bytes }: ObjectWithPieces): void {
  const sent = pieces.reduce((sum, { length }) => sum + length, 0);
  if (sent !== source_bytes) throw new RebuildFault(`${name}: was never sent`);
}

/** The source bytes of an object, piece after piece; their checksum is kept. */
async function* verifiedPieces(
  context: RebuildContext,
  object: ObjectWithPieces,
): AsyncGenerator<Uint8Array> {
  requireSent(object);
  using hash = await takeHasher();
  const streams = openAhead(object.pieces, (piece) => readLanded(context, piece));
  for (const [piece, opened] of streams)
    for await (const chunk of verifiedPiece(context, object, piece, opened)) {
      hash.update(chunk);
      yield chunk;
    }
  context.versions.keepSum(object, hash.digest());
}

/** Whether the checksum of an object was announced; that of several pieces only their verification gives. */
export const isOnePiece = ({ pieces, source_bytes }: ObjectWithPieces): boolean =>
  pieces[0]?.length === source_bytes;

/** A file's source bytes from its objects, part after part, each verified; they are given away. */
export async function* verifiedFile(
  context: RebuildContext,
  objects: readonly ObjectWithPieces[],
): AsyncGenerator<Uint8Array> {
  for (const object of objects) {
    if (isOnePiece(object)) yield* verifiedPiece(context, object, object.pieces[0]!);
    else yield* verifiedPieces(context, object);
  }
}
