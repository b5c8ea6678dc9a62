import type { WireAlgorithm } from "@swath/contract/settings";
import { FRAME_BYTES } from "@swath/contract/uploads";
import { type FileDigest, FileHasher } from "../../assembly/hashers.ts";
import type { PlannedChunk, SegmentRange, SegmentReader } from "../../assembly/object-assembly.ts";
import type { Unreadable } from "../../ports/preparer.ts";

/** A range of a file's bytes; people see its path. */
export interface FileRange {
  readonly file: File;
  readonly path: string;
  readonly start: number;
  readonly length: number;
}

/**
 * A file that is wanted whole is not cut: making a blob is a call to the browser's own process, and a
 * form with a whole file is read by the browser's network process itself, at half the cost.
 */
export function blobOf({ file, start, length }: FileRange): Blob {
  return start === 0 && length === file.size ? file : file.slice(start, start + length);
}

/**
 * Reads ranges of files, all in one call to the browser's own process: for small files that call
 * costs far more than their bytes. The results are views of one buffer, in the order of the ranges;
 * or the first file that cannot be read is returned.
 */
export async function readTogether(
  ranges: readonly FileRange[],
): Promise<readonly Uint8Array<ArrayBuffer>[] | Unreadable> {
  const length = ranges.reduce((sum, range) => sum + range.length, 0);
  const bytes = await new Blob(ranges.map(blobOf)).arrayBuffer().catch(() => undefined);
  if (bytes?.byteLength !== length) return findUnreadable(ranges);
  let at = 0;
  return ranges.map((range) => {
    const content = new Uint8Array(bytes, at, range.length);
    at += range.length;
    return content;
  });
}

async function findUnreadable(ranges: readonly FileRange[]): Promise<Unreadable> {
  for (const range of ranges) {
    const reason = await reasonOf(range);
    if (reason !== undefined) return { unreadable: range.path, reason };
  }
  return { unreadable: ranges[0]!.path, reason: "it could not be read along with others" };
}

async function reasonOf(range: FileRange): Promise<string | undefined> {
  try {
    const { byteLength } = await blobOf(range).arrayBuffer();
    if (byteLength === range.length) return undefined;
    return `${byteLength} of ${range.length} bytes could be read`;
  } catch (error) {
    return String(error);
  }
}

/** A segment of an object within a browser's file; people see its path. */
export interface FileSegment extends SegmentRange {
  readonly file: File;
  readonly path: string;
}

/** Reads small segments together, and one that takes more than one chunk as a stream. */
export class FileSegmentReader implements SegmentReader {
  readonly #segments: readonly FileSegment[];
  #stream: { readonly segment: number; readonly bytes: FileStream } | undefined;

  constructor(segments: readonly FileSegment[]) {
    this.#segments = segments;
  }

  async read(
    chunks: readonly PlannedChunk[],
  ): Promise<readonly Uint8Array<ArrayBuffer>[] | Unreadable> {
    const [first] = chunks;
    if (chunks.length !== 1) return readTogether(chunks.map((chunk) => this.#rangeOf(chunk)));
    const { file, path, offset, length } = this.#segments[first!.segment]!;
    if (length <= FRAME_BYTES) return readTogether([this.#rangeOf(first!)]);
    if (this.#stream?.segment !== first!.segment)
      this.#stream = { segment: first!.segment, bytes: new FileStream(file, path, offset, length) };
    const bytes = await this.#stream.bytes.readInto(new ArrayBuffer(first!.length));
    return "unreadable" in bytes ? bytes : [bytes];
  }

  close(): void {
    this.#stream?.bytes.close();
  }

  #rangeOf({ segment, start, length }: PlannedChunk): FileRange {
    const { file, path } = this.#segments[segment]!;
    return { file, path, start, length };
  }
}

export interface HashedRange {
  readonly offset?: number;
  readonly length?: number;
}

const CHUNK_BYTES = 1_048_576;

/** Both checksums of a range of a file, by default the whole, in one reading. */
export async function hashFile(
  file: File,
  path: string,
  wire: WireAlgorithm,
  { offset = 0, length = file.size }: HashedRange = {},
): Promise<FileDigest | Unreadable> {
  const hasher = await FileHasher.create(wire);
  const stream = new FileStream(file, path, offset, length);
  let buffer = new ArrayBuffer(CHUNK_BYTES);
  for (let at = 0; at < length; at += CHUNK_BYTES) {
    const rest = length - at;
    const bytes = await stream.readInto(rest < CHUNK_BYTES ? new ArrayBuffer(rest) : buffer);
    if ("unreadable" in bytes) return bytes;
    hasher.update(bytes);
    buffer = bytes.buffer;
  }
  return hasher.digest();
}

/**
 * Streams that are being read. Chromium garbage-collects one that is not referenced otherwise, though
 * its read is awaited: the read would never end.
 */
const reading = new Set<FileStream>();

/** A range of a file that is read from its start to its end, as one stream: faster than slice by slice. */
export class FileStream {
  readonly #file: File;
  readonly #path: string;
  readonly #end: number;
  #at: number;
  #reader: ReadableStreamBYOBReader | undefined;

  constructor(file: File, path: string, start: number, length: number) {
    this.#file = file;
    this.#path = path;
    this.#at = start;
    this.#end = start + length;
  }

  /** Reads until a buffer is full, which is consumed; after a failure the same bytes may be requested again. */
  async readInto(buffer: ArrayBuffer): Promise<Uint8Array<ArrayBuffer> | Unreadable> {
    const length = buffer.byteLength;
    try {
      const bytes = await this.#read(buffer);
      if (bytes.length === length) {
        this.#at += length;
        if (this.#at === this.#end) this.close();
        return bytes;
      }
      return this.#fail(`${bytes.length} of ${length} bytes could be read`);
    } catch (error) {
      return this.#fail(String(error));
    }
  }

  close(): void {
    reading.delete(this);
    this.#reader?.cancel().catch(() => {});
    this.#reader = undefined;
  }

  async #read(empty: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
    reading.add(this);
    this.#reader ??= this.#file.slice(this.#at, this.#end).stream().getReader({ mode: "byob" });
    let buffer = empty;
    let filled = 0;
    while (filled < buffer.byteLength) {
      const view = new Uint8Array(buffer, filled);
      // Where the browser knows no least length, it gives what it has.
      const { done, value } = await this.#reader.read(view, { min: view.length });
      if (value === undefined) break;
      filled += value.length;
      buffer = value.buffer;
      if (done) break;
    }
    return new Uint8Array(buffer, 0, filled);
  }

  #fail(reason: string): Unreadable {
    this.close();
    return { unreadable: this.#path, reason };
  }
}
