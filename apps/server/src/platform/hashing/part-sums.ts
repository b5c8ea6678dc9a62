import { PART_BYTES } from "@swath/contract/uploads";
import type { Hasher } from "./xxh128.ts";

/** The XXH128 of each part of 200 MB of a stream, hex. Disposing of it gives its hasher back. */
export class PartSums {
  readonly #hasher: Hasher;
  readonly #sums: string[] = [];
  /** Bytes of the part that is being read. */
  #bytes = 0;

  constructor(hasher: Hasher) {
    this.#hasher = hasher;
  }

  update(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      const bytes = chunk.subarray(at, at + PART_BYTES - this.#bytes);
      this.#hasher.update(bytes);
      this.#bytes += bytes.length;
      at += bytes.length;
      if (this.#bytes === PART_BYTES) this.#endPart();
    }
  }

  /** Of all parts; none of a stream without bytes. */
  end(): string[] {
    if (this.#bytes > 0) this.#endPart();
    return this.#sums;
  }

  [Symbol.dispose](): void {
    this.#hasher[Symbol.dispose]();
  }

  #endPart(): void {
    this.#sums.push(this.#hasher.digest());
    this.#hasher.init();
    this.#bytes = 0;
  }
}
