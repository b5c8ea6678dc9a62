import type { FileHandle } from "node:fs/promises";
import type { PlannedChunk, SegmentRange, SegmentReader } from "../assembly/object-assembly.ts";
import type { Unreadable } from "../ports/preparer.ts";
import { type DiskFile, fill, openUnchanged } from "./disk-file.ts";

/** A range of a file of this disk. */
export interface DiskSegment extends SegmentRange {
  readonly file: DiskFile;
}

/** Reads ranges of files; the file that was read last stays open for its next range. */
export class DiskSegmentReader implements SegmentReader {
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
