import { freeMemory } from "../memory/free-memory.ts";

const FIRST_BYTES = 65_536;

/** Slices of a stream, copied into one run: each of them is gone when the next is read. */
export class Gathered {
  length = 0;
  #bytes: Buffer = Buffer.alloc(0);

  add(slice: Uint8Array): void {
    const length = this.length + slice.length;
    if (length > this.#bytes.length) this.#grow(length);
    this.#bytes.set(slice, this.length);
    this.length = length;
  }

  /** What was gathered, in memory of its own; begins anew. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.length);
    this.#bytes = Buffer.alloc(0);
    this.length = 0;
    return taken;
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, length, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.length));
    freeMemory(this.#bytes);
    this.#bytes = larger;
  }
}
