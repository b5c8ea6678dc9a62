import type { FileSource } from "@swath/survey/readers";
import { readTogether } from "@swath/upload-engine/browser";

const BATCH_BYTES = 16_777_216;

/** A file that the picker gave and that cannot be read any more. */
export class Unreadable extends Error {
  readonly path: string;
  constructor(path: string, reason: string) {
    super(`${path} cannot be read: ${reason}`);
    this.path = path;
  }
}

interface Span {
  readonly index: number;
  readonly path: string;
  readonly start: number;
  readonly length: number;
}
type Wanted = Span & PromiseWithResolvers<Uint8Array>;

/**
 * Reads spans of picked files: whatever is wanted at a moment, of many files, in one call to the
 * browser's own process. Files are asked for by their index, and once.
 */
export class PickedReader {
  readonly #need: (indexes: readonly number[]) => void;
  readonly #files = new Map<number, PromiseWithResolvers<File>>();
  #wanted: Wanted[] = [];
  #busy = false;

  constructor(need: (indexes: readonly number[]) => void) {
    this.#need = need;
  }

  /** Takes files that were asked for. */
  give(files: ReadonlyMap<number, File>): void {
    for (const [index, file] of files) this.#files.get(index)?.resolve(file);
  }

  /** Its reads reject with {@link Unreadable}. */
  source(index: number, path: string, size: number): FileSource {
    const read = (start: number, end: number): Promise<Uint8Array> =>
      this.#read({ index, path, start, length: Math.min(end, size) - start });
    return { path, size, read };
  }

  #read(span: Span): Promise<Uint8Array> {
    const wanted = { ...span, ...Promise.withResolvers<Uint8Array>() };
    this.#wanted.push(wanted);
    if (!this.#busy) void this.#serve();
    return wanted.promise;
  }

  async #serve(): Promise<void> {
    this.#busy = true;
    // Whoever got bytes with this one asks for more in the same breath.
    await Promise.resolve();
    while (this.#wanted.length > 0) await this.#readBatch(this.#takeBatch());
    this.#busy = false;
  }

  #takeBatch(): readonly Wanted[] {
    let bytes = 0;
    const full = this.#wanted.findIndex(
      ({ length }, at) => (bytes += length) > BATCH_BYTES && at > 0,
    );
    return this.#wanted.splice(0, full < 0 ? this.#wanted.length : full);
  }

  async #readBatch(batch: readonly Wanted[]): Promise<void> {
    const files = await this.#filesOf(batch);
    const read = await readTogether(batch.map((span, at) => ({ ...span, file: files[at]! })));
    for (const [at, { resolve, reject }] of batch.entries())
      if ("unreadable" in read) reject(new Unreadable(read.unreadable, read.reason));
      else resolve(read[at]!);
  }

  #filesOf(batch: readonly Span[]): Promise<readonly File[]> {
    const unasked = new Set(batch.map(({ index }) => index)).difference(
      new Set(this.#files.keys()),
    );
    for (const index of unasked) this.#files.set(index, Promise.withResolvers<File>());
    if (unasked.size > 0) this.#need([...unasked]);
    return Promise.all(batch.map(({ index }) => this.#files.get(index)!.promise));
  }
}
