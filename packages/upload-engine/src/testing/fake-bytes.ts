import { FRAME_BYTES } from "@swath/contract/uploads";
import type { SourceSegment } from "../ports/preparer.ts";

/** Bytes are described, not held: a range of a file is written as its path and its bounds. */
function describe({ file, offset }: SourceSegment, from: number, length: number): string {
  return `${file.path}:${offset + from}+${length}`;
}

const NOTHING = new ArrayBuffer(FRAME_BYTES);
const descriptions = new WeakMap<Uint8Array, string>();

/** Bytes of a chunk's length that hold nothing but its description; all share one memory. */
export function bytesOf(description: string, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(NOTHING, 0, length);
  descriptions.set(bytes, description);
  return bytes;
}

export function descriptionOf(bytes: Uint8Array): string {
  const description = descriptions.get(bytes);
  if (description === undefined) throw new Error("these bytes have no description");
  return description;
}

/** A chunk as it is once compressed. */
export function zip(description: string): string {
  return `z(${description})`;
}

/** Stored bytes of a chunk, given its source bytes. */
export function zippedSize(sourceBytes: number): number {
  return Math.ceil(sourceBytes / 2) + 10;
}

/** The chunks of a segment, of 8 MB at most. */
export function chunksOf(segment: SourceSegment): { content: string; size: number }[] {
  const chunks: { content: string; size: number }[] = [];
  for (let from = 0; from < segment.length; from += FRAME_BYTES) {
    const length = Math.min(FRAME_BYTES, segment.length - from);
    const content = describe(segment, from, length);
    chunks.push(
      segment.zipped
        ? { content: zip(content), size: zippedSize(length) }
        : { content, size: length },
    );
  }
  return chunks;
}

/** What the stored bytes of an object must be. */
export function storedContent(segments: readonly SourceSegment[]): string {
  return segments
    .flatMap(chunksOf)
    .map(({ content }) => content)
    .join("|");
}

/** FNV-1a in 32 bits, as 8 hex digits. */
function fnv(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++)
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}

export function fakeXxh128(segment: SourceSegment): string {
  return fnv(describe(segment, 0, segment.length)).repeat(4);
}

/** In the shape of a wire checksum. */
export function fakeChecksum(content: string): string {
  return `${fnv(content).slice(0, 6)}==`;
}
