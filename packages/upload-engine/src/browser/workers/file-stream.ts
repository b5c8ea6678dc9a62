import type { Unreadable } from "../../ports/preparer.ts";

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
