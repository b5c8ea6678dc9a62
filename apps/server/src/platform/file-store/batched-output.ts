import type { FileHandle } from "node:fs/promises";
import { freeMemory } from "../memory/free-memory.ts";
import type { ChunkMemory, Output, WriteSemaphore, Writing } from "./output.ts";

/** Chunks are gathered to this many bytes and written by one call. */
const BATCH_BYTES = 2_097_152;
/** Shorter batches, where other files wait to be written: of each so much is in memory. */
const SHORT_BATCH_BYTES = 262_144;

/**
 * Writes in batches of chunks. While one batch is written, the next is gathered; a third waits. Where
 * batches take turns with those of other files, none is gathered while one waits.
 */
export class BatchedOutput implements Output {
  readonly #handle: FileHandle;
  readonly #memory: ChunkMemory;
  readonly #turns: WriteSemaphore | undefined;
  #batch: Uint8Array[] = [];
  #batched = 0;
  #written = 0;
  #writing: Promise<void> = Promise.resolve();

  /** The handle stays its opener's. */
  constructor(handle: FileHandle, { memory, turns }: Writing) {
    this.#handle = handle;
    this.#memory = memory;
    this.#turns = turns;
  }

  add(chunk: Uint8Array): Promise<void> | undefined {
    this.#batch.push(chunk);
    this.#batched += chunk.length;
    const enough = this.#turns?.areAwaited() === true ? SHORT_BATCH_BYTES : BATCH_BYTES;
    return this.#batched < enough ? undefined : this.#flush();
  }

  async written(): Promise<void> {
    await this.#flush();
    await this.#writing;
  }

  async close(): Promise<void> {
    await this.#writing.catch(() => {});
  }

  /** Begins to write what was gathered, as soon as the batch before is written; answers then. */
  #flush(): Promise<void> {
    const [batch, bytes, earlier] = [this.#batch, this.#batched, this.#writing];
    if (bytes === 0) return earlier;
    this.#batch = [];
    this.#batched = 0;
    const write = (): Promise<void> => this.#write(batch, bytes);
    this.#writing = earlier.then(() => this.#turns?.run(bytes, write) ?? write());
    // A failure is thrown by the next flush and by written, never as an unhandled one.
    this.#writing.catch(() => {});
    return this.#turns === undefined ? earlier : this.#writing;
  }

  async #write(batch: Uint8Array[], bytes: number): Promise<void> {
    const { bytesWritten } = await this.#handle.writev(batch, this.#written);
    if (bytesWritten !== bytes) throw new Error(`wrote ${bytesWritten} of ${bytes} bytes`);
    this.#written += bytes;
    if (this.#memory === "givenAway") batch.forEach(freeMemory);
  }
}
