import type { FileSource } from "@swath/survey/readers";
import { readTogether } from "@swath/upload-engine/browser";

const BATCH_BYTES = 16_777_216;

/** A picked file that can no longer be read. */
export class UnreadableFile extends Error {
  readonly reason: string;
  constructor(path: string, reason: string) {
    super(`${path} cannot be read: ${reason}`);
    this.reason = reason;
  }
}

interface Span {
  readonly index: number;
  readonly path: string;
  readonly start: number;
  readonly length: number;
}
type Pending = Span & PromiseWithResolvers<Uint8Array>;

/**
 * Reads spans of picked files: all reads pending at one moment, of many files, in one call to the
 * browser's own process. Each file is requested once, by its index.
 */
export class PickedReader {
  readonly #request: (indexes: readonly number[]) => void;
  readonly #files = new Map<number, PromiseWithResolvers<File>>();
  #pending: Pending[] = [];
  #busy = false;

  constructor(request: (indexes: readonly number[]) => void) {
    this.#request = request;
  }

  /** Adds files that were requested. */
  add(files: ReadonlyMap<number, File>): void {
    for (const [index, file] of files) this.#files.get(index)?.resolve(file);
  }

  /** Its reads reject with {@link UnreadableFile}. */
  source(index: number, path: string, size: number): FileSource {
    const read = (start: number, end: number): Promise<Uint8Array> =>
      this.#read({ index, path, start, length: Math.min(end, size) - start });
    return { path, size, read };
  }

  #read(span: Span): Promise<Uint8Array> {
    const pending = { ...span, ...Promise.withResolvers<Uint8Array>() };
    this.#pending.push(pending);
    if (!this.#busy) void this.#readAll();
    return pending.promise;
  }

  async #readAll(): Promise<void> {
    this.#busy = true;
    // Reads that are resolved together start their next reads in the same microtask turn: one batch.
    await Promise.resolve();
    while (this.#pending.length > 0) await this.#readBatch(this.#takeBatch());
    this.#busy = false;
  }

  #takeBatch(): readonly Pending[] {
    let bytes = 0;
    const full = this.#pending.findIndex(
      ({ length }, at) => (bytes += length) > BATCH_BYTES && at > 0,
    );
    return this.#pending.splice(0, full < 0 ? this.#pending.length : full);
  }

  async #readBatch(batch: readonly Pending[]): Promise<void> {
    const files = await this.#filesOf(batch);
    const read = await readTogether(batch.map((span, at) => ({ ...span, file: files[at]! })));
    if (!("unreadable" in read)) {
      for (const [at, { resolve }] of batch.entries()) resolve(read[at]!);
      return;
    }
    // One file stops a batch: the others are read without it.
    const { unreadable, reason } = read;
    for (const { path, reject } of batch)
      if (path === unreadable) reject(new UnreadableFile(path, reason));
    const others = batch.filter(({ path }) => path !== unreadable);
    if (others.length > 0 && others.length < batch.length) await this.#readBatch(others);
    else for (const { path, reject } of others) reject(new UnreadableFile(path, reason));
  }

  #filesOf(batch: readonly Span[]): Promise<readonly File[]> {
    const unrequested = new Set(batch.map(({ index }) => index)).difference(
      new Set(this.#files.keys()),
    );
    for (const index of unrequested) this.#files.set(index, Promise.withResolvers<File>());
    if (unrequested.size > 0) this.#request([...unrequested]);
    return Promise.all(batch.map(({ index }) => this.#files.get(index)!.promise));
  }
}
