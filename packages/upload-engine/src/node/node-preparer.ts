import type { FileHandle } from "node:fs/promises";
import type { WireAlgorithm } from "@swath/contract/settings";
import { type FileDigest, FileHasher, wireDigest, wireHasher } from "../assembly/hashers.ts";
import {
  ObjectAssembly,
  type PlannedChunk,
  type SegmentRange,
  type SegmentReader,
} from "../assembly/object-assembly.ts";
import type {
  Preparation,
  PreparedObject,
  Preparer,
  SourceRange,
  SourceSegment,
  SourceHasher,
  Unreadable,
} from "../ports/preparer.ts";
import { asDiskFile, type DiskFile, diskState, fill, openUnchanged } from "./disk-file.ts";
import type { NodeBody } from "./node-body.ts";

/** Reads by file handles, in the threads of libuv, and hashes in WebAssembly: gigabytes a second. */
export const nodePreparer: Preparer = {
  open: (segments, wire) => prepare(segments, wire),
  prepareRange: (range, wire) => hashRange(range, wire),
  seesStatus: true,
  stateOf: (file) => diskState(asDiskFile(file)),
  prepareBytes: async (bytes, wire) => {
    const body: NodeBody = { size: bytes.length, content: [bytes] };
    const checksum = wireDigest((await wireHasher(wire)).update(bytes));
    return { body, checksum, segments: [] };
  },
  // Its bytes are the collector's: they count on this heap.
  release: () => {},
};

function prepare(segments: readonly SourceSegment[], wire: WireAlgorithm): Preparation {
  const ranges = segments.map((segment) => ({ ...segment, file: asDiskFile(segment.file) }));
  const reader = new DiskSegmentReader(ranges);
  const opened = ObjectAssembly.create(ranges, reader, wire);
  return {
    read: async () => (await opened).read(),
    addFrames: async (frames) => (await opened).addFrames(frames),
    finish: async () => {
      const assembly = await opened;
      const assembled = assembly.finish();
      const stored = assembly.takeStored();
      const size = stored.reduce((sum, { length }) => sum + length, 0);
      return { ...assembled, body: { size, content: stored } satisfies NodeBody };
    },
    close: () => reader.close(),
  };
}

const READ_BYTES = 1_048_576;

/** Both checksums of a range of a file of this disk, in one reading. */
async function digestOf(
  file: DiskFile,
  { offset, length }: { readonly offset: number; readonly length: number },
  wire: WireAlgorithm,
): Promise<FileDigest | Unreadable> {
  const hasher = await FileHasher.create(wire);
  try {
    await using handle = await openUnchanged(file);
    const buffer = new Uint8Array(Math.min(READ_BYTES, length));
    for (let at = 0; at < length; at += READ_BYTES) {
      const wanted = buffer.subarray(0, Math.min(READ_BYTES, length - at));
      const filled = await fill(handle, wanted, offset + at);
      if (filled < wanted.length)
        return { unreadable: file.path, reason: `${at + filled} of ${length} bytes could be read` };
      hasher.update(wanted);
    }
  } catch (error) {
    return { unreadable: file.path, reason: String(error) };
  }
  return hasher.digest();
}

async function hashRange(
  { file: source, offset, length }: SourceRange,
  wire: WireAlgorithm,
): Promise<PreparedObject | Unreadable> {
  const file = asDiskFile(source);
  const digest = await digestOf(file, { offset, length }, wire);
  if ("unreadable" in digest) return digest;
  const { xxh128, checksum } = digest;
  const body: NodeBody = { size: length, content: { file, offset, length } };
  return { body, checksum, segments: [{ storedBytes: length, xxh128, zipped: false }] };
}

/** Hashes ranges of files of this disk. */
export const nodeHasher: SourceHasher = {
  hash: async (source, range) => {
    const digest = await digestOf(asDiskFile(source), range, "xxh128");
    return "unreadable" in digest ? digest : digest.xxh128;
  },
  stateOf: (source) => diskState(asDiskFile(source)),
  close: () => {},
};

/** A range of a file of this disk. */
interface DiskSegment extends SegmentRange {
  readonly file: DiskFile;
}

/** Reads ranges of files; the file that was read last stays open for its next range. */
class DiskSegmentReader implements SegmentReader {
  readonly #segments: readonly DiskSegment[];
  #open: { readonly file: DiskFile; readonly handle: FileHandle } | undefined;
  /** Reads follow one another, and closing follows the last of them. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(segments: readonly DiskSegment[]) {
    this.#segments = segments;
  }

  read(chunks: readonly PlannedChunk[]): Promise<Uint8Array<ArrayBuffer>[] | Unreadable> {
    return this.#after(async () => {
      const contents: Uint8Array<ArrayBuffer>[] = [];
      for (const chunk of chunks) {
        const bytes = await this.#readChunk(chunk);
        if ("unreadable" in bytes) return bytes;
        contents.push(bytes);
      }
      return contents;
    });
  }

  close(): void {
    void this.#after(() => this.#close());
  }

  #after<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => {});
    return result;
  }

  async #readChunk(chunk: PlannedChunk): Promise<Uint8Array<ArrayBuffer> | Unreadable> {
    const { file } = this.#segments[chunk.segment]!;
    try {
      const handle = await this.#handleOf(file);
      const bytes = new Uint8Array(chunk.length);
      const filled = await fill(handle, bytes, chunk.start);
      if (filled === chunk.length) return bytes;
      return await this.#fail(file, `${filled} of ${chunk.length} bytes could be read`);
    } catch (error) {
      return this.#fail(file, String(error));
    }
  }

  async #handleOf(file: DiskFile): Promise<FileHandle> {
    if (this.#open?.file === file) return this.#open.handle;
    await this.#close();
    const handle = await openUnchanged(file);
    this.#open = { file, handle };
    return handle;
  }

  async #fail({ path }: DiskFile, reason: string): Promise<Unreadable> {
    await this.#close();
    return { unreadable: path, reason };
  }

  async #close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await open?.handle.close();
  }
}
