import { FRAME_BYTES } from "@swath/contract/uploads";
import type { PlannedChunk, SegmentRange, SegmentReader } from "../../assembly/object-assembly.ts";
import type { Unreadable } from "../../ports/preparer.ts";
import { FileStream } from "./file-stream.ts";
import type { FileRange } from "../file-range.ts";
import { readTogether } from "./read-ranges.ts";

/** A range of a browser's file; its path is what people are shown. */
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
