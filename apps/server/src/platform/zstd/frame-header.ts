import { BadFrame } from "./bad-frame.ts";

/** RFC 8878 section 3.1.1: the magic number of a frame. */
export const FRAME_MAGIC = 0xfd2fb528;
/** Section 3.1.2: sixteen magic numbers of frames that a decoder skips. */
export const isSkippable = (magic: number): boolean => (magic & 0xfffffff0) >>> 0 === 0x184d2a50;

/** Section 3.1.1.2.4: no block holds more, compressed or not; nor more than its frame's window. */
const MAX_BLOCK_BYTES = 131_072;

/** What a frame says of itself (section 3.1.1.1). */
export interface FrameHeader {
  /** Bytes of memory that a decoder must keep. */
  readonly windowBytes: number;
  /** Bytes that the frame decodes to; undefined where it does not say. */
  readonly contentBytes: number | undefined;
  readonly hasChecksum: boolean;
  /** The most that one block decodes to. */
  readonly blockBytes: number;
}

/** Bytes of the header after its descriptor. */
export function headerBytes(descriptor: number): number {
  const single = (descriptor & 0x20) !== 0;
  return (single ? 0 : 1) + dictionaryBytes(descriptor) + contentSizeBytes(descriptor);
}

const dictionaryBytes = (descriptor: number): number => [0, 1, 2, 4][descriptor & 3]!;
function contentSizeBytes(descriptor: number): number {
  const flag = descriptor >> 6;
  if (flag === 0) return (descriptor & 0x20) === 0 ? 0 : 1;
  return 1 << flag;
}

/** Reads a header; `rest` begins after the descriptor and holds {@link headerBytes}. */
export function readHeader(descriptor: number, rest: Buffer): FrameHeader {
  if ((descriptor & 0x08) !== 0) throw new BadFrame("reservedBit");
  const single = (descriptor & 0x20) !== 0;
  let at = single ? 0 : 1;
  const idBytes = dictionaryBytes(descriptor);
  // An identifier of 0 says that there is none.
  if (idBytes > 0 && rest.readUIntLE(at, idBytes) !== 0) throw new BadFrame("needsDictionary");
  at += idBytes;
  const contentBytes = readContentSize(rest, at, contentSizeBytes(descriptor));
  const windowBytes = single ? contentBytes! : readWindow(rest[0]!);
  const blockBytes = Math.min(windowBytes, MAX_BLOCK_BYTES);
  return { windowBytes, contentBytes, hasChecksum: (descriptor & 0x04) !== 0, blockBytes };
}

function readContentSize(rest: Buffer, at: number, bytes: number): number | undefined {
  if (bytes === 0) return undefined;
  if (bytes === 8) return Number(rest.readBigUInt64LE(at));
  // Two bytes count from 256, since one byte tells what is less.
  return rest.readUIntLE(at, bytes) + (bytes === 2 ? 256 : 0);
}

/** Section 3.1.1.1.2: exponent and mantissa, 1 KiB to 3.75 TiB. */
function readWindow(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}
