import { crc32 } from "node:zlib";
import type { ByteRange } from "../object-store/object-store.ts";
import type { ZipLayout, ZipPiece } from "./zip-layout.ts";

/** The files of a ZIP, by the index of their entry. */
export interface ZipSource {
  /** A file's bytes from an offset on; throws where they are not those of the entry any more. */
  read(index: number, from: number): AsyncIterable<Uint8Array>;
  /** CRC-32 of the files that were read whole: what a download that goes on does not read again. */
  readonly crcs: Map<number, number>;
}

/** Reads a file from its start for its CRC-32, and yields what stands at or behind an offset. */
async function* summed(
  source: ZipSource,
  index: number,
  from: number,
): AsyncGenerator<Uint8Array, void> {
  let [at, crc] = [0, 0];
  for await (const chunk of source.read(index, 0)) {
    crc = crc32(chunk, crc);
    const skipped = Math.min(Math.max(from - at, 0), chunk.length);
    at += chunk.length;
    if (skipped < chunk.length) yield chunk.subarray(skipped);
  }
  source.crcs.set(index, crc);
}

async function crcOf(layout: ZipLayout, source: ZipSource, index: number): Promise<number> {
  const { size } = layout.entries[index]!;
  const known = source.crcs.get(index) ?? (size === 0 ? 0 : undefined);
  if (known !== undefined) return known;
  for await (const _ of summed(source, index, size)) throw new Error("a file grew as it was read");
  return source.crcs.get(index)!;
}

async function* pieceBytes(
  layout: ZipLayout,
  source: ZipSource,
  piece: ZipPiece,
  from: number,
): AsyncGenerator<Uint8Array> {
  const { kind, index } = piece;
  if (kind === "data") {
    const isKnown = source.crcs.has(index);
    yield* isKnown ? source.read(index, from) : summed(source, index, from);
    return;
  }
  const needsCrc = kind === "descriptor" || kind === "directory";
  const crc = needsCrc ? await crcOf(layout, source, index) : 0;
  yield layout.bytesOf(piece, crc).subarray(from);
}

/** A range of a ZIP, streamed: nothing is held but the chunk that is being sent. */
export async function* zipBytes(
  layout: ZipLayout,
  source: ZipSource,
  { start, length }: ByteRange,
): AsyncGenerator<Uint8Array> {
  let left = length;
  for (const piece of layout.pieces(start)) {
    const from = Math.max(start - piece.offset, 0);
    for await (const chunk of pieceBytes(layout, source, piece, from)) {
      yield chunk.subarray(0, left);
      left -= chunk.length;
      if (left <= 0) return;
    }
  }
}
