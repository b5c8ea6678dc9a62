import type { WireAlgorithm } from "@swath/contract/settings";
import { FRAME_BYTES } from "@swath/contract/uploads";
import { createXXHash128, type IHasher } from "hash-wasm";
import type { Chunk, PreparedObject, ReadBatch, Unreadable } from "../ports/preparer.ts";
import { wireDigest, wireHasher } from "./hashers.ts";

/** A range of a source file, in bytes, and whether it is stored as Zstandard frames. */
export interface SegmentRange {
  readonly offset: number;
  readonly length: number;
  readonly zipped: boolean;
}

/** Bytes that are read at once: at most 8 MB of one segment, from `start` of its file on. */
export interface PlannedChunk {
  readonly index: number;
  /** Place of the segment in the object. */
  readonly segment: number;
  readonly start: number;
  readonly length: number;
  /** Whether the segment ends with it. */
  readonly isLast: boolean;
}

/** Reads the segments of one object. */
export interface SegmentReader {
  /** The bytes of chunks that follow one another, 8 MB at most in all; a failed call may be repeated. */
  read(chunks: readonly PlannedChunk[]): Promise<readonly Uint8Array<ArrayBuffer>[] | Unreadable>;
  /** Ends the read under way. */
  close(): void;
}

export type Assembled = Omit<PreparedObject, "body">;

/**
 * Assembles an object: reads its segments in order, hashes the source bytes as they are read and the
 * stored bytes as they become ready.
 */
export class ObjectAssembly {
  readonly #segments: readonly SegmentRange[];
  readonly #reader: SegmentReader;
  readonly #chunks: readonly PlannedChunk[];
  readonly #source: IHasher;
  readonly #wire: IHasher;
  readonly #xxh128: string[] = [];
  readonly #storedBytes: number[];
  #nextRead = 0;
  /** Ready chunks that wait for an earlier one. */
  readonly #early = new Map<number, Uint8Array<ArrayBuffer>>();
  #nextStored = 0;
  #stored: Uint8Array<ArrayBuffer>[] = [];

  private constructor(
    segments: readonly SegmentRange[],
    reader: SegmentReader,
    source: IHasher,
    wire: IHasher,
  ) {
    this.#segments = segments;
    this.#reader = reader;
    this.#chunks = planChunks(segments);
    this.#source = source.init();
    this.#wire = wire;
    this.#storedBytes = segments.map(() => 0);
  }

  static async create(
    segments: readonly SegmentRange[],
    reader: SegmentReader,
    wire: WireAlgorithm,
  ): Promise<ObjectAssembly> {
    return new ObjectAssembly(segments, reader, await createXXHash128(), await wireHasher(wire));
  }

  /** Reads on; a failed read changes nothing and may be repeated. */
  async read(): Promise<ReadBatch | Unreadable> {
    const batch = this.#nextBatch();
    const contents = await this.#reader.read(batch);
    if ("unreadable" in contents) return contents;
    this.#nextRead += batch.length;
    const chunks: Chunk[] = [];
    for (const [i, { index, segment, isLast }] of batch.entries()) {
      const bytes = contents[i]!;
      this.#source.update(bytes);
      if (isLast) this.#endSegment();
      if (this.#segments[segment]!.zipped) chunks.push({ index, bytes });
      // Copied where it shares its memory with others, which will be transferred.
      else this.#early.set(index, batch.length === 1 ? bytes : bytes.slice());
    }
    this.#store();
    return { chunks, done: this.#nextRead === this.#chunks.length };
  }

  /** Takes frames in place of source chunks, in any order. */
  addFrames(frames: readonly Chunk[]): void {
    for (const { index, bytes } of frames) this.#early.set(index, bytes);
    this.#store();
  }

  /** The stored bytes that became ready since the last call, in their order. */
  takeStored(): Uint8Array<ArrayBuffer>[] {
    const stored = this.#stored;
    this.#stored = [];
    return stored;
  }

  finish(): Assembled {
    if (this.#nextStored !== this.#chunks.length)
      throw new Error(`${this.#chunks.length - this.#nextStored} chunks are missing`);
    return {
      checksum: wireDigest(this.#wire),
      segments: this.#storedBytes.map((storedBytes, segment) => ({
        storedBytes,
        xxh128: this.#xxh128[segment]!,
        zipped: this.#segments[segment]!.zipped,
      })),
    };
  }

  #nextBatch(): readonly PlannedChunk[] {
    let bytes = 0;
    let end = this.#nextRead;
    while (end < this.#chunks.length) {
      const { length } = this.#chunks[end]!;
      if (end > this.#nextRead && bytes + length > FRAME_BYTES) break;
      bytes += length;
      end++;
    }
    return this.#chunks.slice(this.#nextRead, end);
  }

  /** Ends the read under way. */
  close(): void {
    this.#reader.close();
  }

  #endSegment(): void {
    this.#xxh128.push(this.#source.digest());
    this.#source.init();
  }

  /** Hashes and keeps the chunks that are ready without a gap. */
  #store(): void {
    for (;;) {
      const bytes = this.#early.get(this.#nextStored);
      if (bytes === undefined) return;
      this.#early.delete(this.#nextStored);
      const { segment } = this.#chunks[this.#nextStored]!;
      this.#nextStored++;
      this.#wire.update(bytes);
      this.#storedBytes[segment] = this.#storedBytes[segment]! + bytes.length;
      this.#stored.push(bytes);
    }
  }
}

function planChunks(segments: readonly SegmentRange[]): PlannedChunk[] {
  const chunks: PlannedChunk[] = [];
  for (const [segment, { offset, length }] of segments.entries())
    for (let from = 0; from < length; from += FRAME_BYTES)
      chunks.push({
        index: chunks.length,
        segment,
        start: offset + from,
        length: Math.min(FRAME_BYTES, length - from),
        isLast: from + FRAME_BYTES >= length,
      });
  return chunks;
}
