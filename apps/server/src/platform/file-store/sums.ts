import { type Hasher, takeHasher } from "../hashing/xxh128.ts";
import type { Facts } from "./facts.ts";

/**
 * Learns size and checksum of bytes as they pass, or only the size where the checksum is computed
 * elsewhere. Disposing of it gives its hasher back.
 */
export class Sums {
  size = 0;
  readonly #hasher: Hasher | undefined;
  readonly #xxh128: () => string;
  #facts: Facts | undefined;

  private constructor(hasher: Hasher | undefined, xxh128: () => string) {
    this.#hasher = hasher;
    this.#xxh128 = xxh128;
  }

  /** `xxh128` answers the checksum, hex, at the end. */
  static async begin(xxh128?: () => string): Promise<Sums> {
    if (xxh128 !== undefined) return new Sums(undefined, xxh128);
    const hasher = await takeHasher();
    return new Sums(hasher, () => hasher.digest());
  }

  add(chunk: Uint8Array): void {
    this.size += chunk.length;
    this.#hasher?.update(chunk);
  }

  /** Of all bytes, the checksum in hex; none may follow. */
  facts(): Facts {
    this.#facts ??= { size: this.size, xxh128: this.#xxh128() };
    return this.#facts;
  }

  [Symbol.dispose](): void {
    this.#hasher?.[Symbol.dispose]();
  }
}
