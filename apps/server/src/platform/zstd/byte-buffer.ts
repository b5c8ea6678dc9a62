import { freeMemory } from "../memory/free-memory.ts";

const FIRST_BYTES = 65_536;
/** Memory of streams that ended; each has at most what its longest frame took. */
const MOST_IDLE = 4;
const idle: ByteBuffer[] = [];

/** Slices of a stream, copied into one run: each of them is gone when the next is read. */
export class ByteBuffer {
  length = 0;
  #memory: Buffer = Buffer.alloc(0);

  /** Copies a slice behind the others; `expected` is how many bytes may come in all. */
  add(slice: Uint8Array, expected = 0): void {
    const length = this.length + slice.length;
    if (length > this.#memory.length) this.#grow(Math.max(length, expected));
    this.#memory.set(slice, this.length);
    this.length = length;
  }

  /** What was gathered, in memory of its own; begins anew. */
  take(): Buffer {
    const taken = this.view();
    this.#memory = Buffer.alloc(0);
    this.length = 0;
    return taken;
  }

  /** What was gathered, valid until it begins anew. */
  view(): Buffer {
    return this.#memory.subarray(0, this.length);
  }

  /** Begins anew in the same memory. */
  clear(): void {
    this.length = 0;
  }

  free(): void {
    freeMemory(this.#memory);
  }

  /**
   * Begins in memory that stays when a stream ends: what comes and goes counts for the garbage
   * collector, which marks the whole heap where 64 MB more are in use than were before.
   */
  static take(): ByteBuffer {
    return idle.pop() ?? new ByteBuffer();
  }

  /** It must not be used any more. */
  static giveBack(gathered: ByteBuffer): void {
    gathered.clear();
    if (idle.length < MOST_IDLE) idle.push(gathered);
    else gathered.free();
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, length, 2 * this.#memory.length));
    larger.set(this.view());
    freeMemory(this.#memory);
    this.#memory = larger;
  }
}
