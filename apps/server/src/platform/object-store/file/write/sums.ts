import type { IHasher } from "hash-wasm";
import { giveHasherBack, takeHasher } from "../../../hashing/xxh128.ts";
import type { Facts } from "../facts.ts";

/** Learns size and checksum of bytes as they pass. Disposing of it gives its hasher back. */
export class Sums {
  size = 0;
  readonly #hasher: IHasher;
  #facts: Facts | undefined;

  private constructor(hasher: IHasher) {
    this.#hasher = hasher;
  }

  static async begin(): Promise<Sums> {
    return new Sums(await takeHasher());
  }

  add(chunk: Uint8Array): void {
    this.size += chunk.length;
    this.#hasher.update(chunk);
  }

  /** Of all bytes, the checksum in hex; none may follow. */
  facts(): Facts {
    this.#facts ??= { size: this.size, xxh128: this.#hasher.digest("hex") };
    return this.#facts;
  }

  [Symbol.dispose](): void {
    giveHasherBack(this.#hasher);
  }
}
