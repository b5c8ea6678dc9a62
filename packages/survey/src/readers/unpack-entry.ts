import { Inflate } from "fflate";
import type { FileSource, ReadFault } from "./file-source.ts";
import { crc32, viewOf } from "../bytes.ts";
import type { ZipEntry } from "./zip-directory.ts";

const LOCAL_SIGNATURE = 0x04034b50;
export const LOCAL_BYTES = 30;
/** Small, because one piece may inflate to a thousand times its size before it can be counted. */
const PIECE_BYTES = 8192;
/** Deflate makes documents 5 to 50 times smaller; an archive bomb up to 1,000 times. */
const MOST_RATIO = 200;

/** How much of an archive's entry is taken. */
export interface UnpackBounds {
  /** Most bytes, packed or not. */
  readonly bytes: number;
  /**
   * This many bytes may come from any number of packed bytes; beyond that, at most 200 for each
   * packed byte.
   */
  readonly anyRatioBytes: number;
}

/** Takes unpacked bytes piece by piece; a returned fault ends the unpacking. */
export type TakePiece = (piece: Uint8Array) => ReadFault | undefined;

/**
 * Unpacks one entry of an archive as it is read: stored or deflated, never more than it states and
 * its bounds allow. Returns the fault, or undefined once all bytes arrived with a right CRC.
 */
export async function unpackEntry(
  source: FileSource,
  entry: ZipEntry,
  bounds: UnpackBounds,
  take: TakePiece,
): Promise<ReadFault | undefined> {
  if (entry.encrypted) return "encrypted";
  if (swollen(entry, bounds)) return "tooLarge";
  const start = await dataStart(source, entry);
  if (start === undefined || start + entry.packedBytes > source.size) return "corrupt";
  return unpack(source, entry, start, take);
}

function swollen({ bytes, packedBytes }: ZipEntry, bounds: UnpackBounds): boolean {
  if (bytes > bounds.bytes || packedBytes > bounds.bytes) return true;
  return bytes > Math.max(bounds.anyRatioBytes, MOST_RATIO * packedBytes);
}

/** Where the bytes of an entry begin; undefined where it is not where its directory says. */
export async function dataStart(source: FileSource, entry: ZipEntry): Promise<number | undefined> {
  if (entry.offset + LOCAL_BYTES > source.size) return undefined;
  const header = await source.read(entry.offset, entry.offset + LOCAL_BYTES);
  if (header.length < LOCAL_BYTES) return undefined;
  const view = viewOf(header);
  if (view.getUint32(0, true) !== LOCAL_SIGNATURE) return undefined;
  return entry.offset + LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
}

async function unpack(
  source: FileSource,
  entry: ZipEntry,
  start: number,
  give: TakePiece,
): Promise<ReadFault | undefined> {
  let [bytes, crc] = [0, 0];
  let fault: ReadFault | undefined;
  const take = (piece: Uint8Array): void => {
    bytes += piece.length;
    crc = crc32(piece, crc);
    if (bytes <= entry.bytes && piece.length > 0) fault ??= give(piece);
  };
  const inflate = entry.method === 8 ? new Inflate(take) : undefined;
  if (inflate === undefined && entry.method !== 0) return "corrupt";
  const end = start + entry.packedBytes;
  for (let at = start; at < end && bytes <= entry.bytes; at += PIECE_BYTES) {
    const to = Math.min(at + PIECE_BYTES, end);
    if (fails(inflate, take, await source.read(at, to), to === end)) return "corrupt";
    if (fault === "tooLarge") return fault;
  }
  if (bytes !== entry.bytes) return "corrupt";
  return crc === entry.crc ? fault : "wrongChecksum";
}

/** Gives a piece to be inflated, or as it is; tells whether it cannot be inflated. */
function fails(
  inflate: Inflate | undefined,
  take: (piece: Uint8Array) => void,
  piece: Uint8Array,
  last: boolean,
): boolean {
  if (inflate === undefined) {
    take(piece);
    return false;
  }
  try {
    inflate.push(piece, last);
    return false;
  } catch {
    return true;
  }
}
