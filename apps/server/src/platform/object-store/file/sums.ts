import { crc32c } from "@node-rs/crc32";
import { createXXHash128, type IHasher } from "hash-wasm";
import type { Facts } from "./facts.ts";

/** Each holds memory of its own: as many as were in use at once are kept. */
const idleHashers: IHasher[] = [];

/** Learns size and checksums of bytes as they pass. Give it back after use. */
export class Sums {
  size = 0;
  readonly #hasher: IHasher;
  #crc = 0;
  #facts: Facts | undefined;

  private constructor(hasher: IHasher) {
    this.#hasher = hasher.init();
  }

  static async begin(): Promise<Sums> {
    return new Sums(idleHashers.pop() ?? (await createXXHash128()));
  }

  add(chunk: Uint8Array): void {
    this.size += chunk.length;
    this.#crc = crc32c(chunk, this.#crc);
    this.#hasher.update(chunk);
  }

  /** Of all bytes, checksums in hex; none may follow. */
  facts(): Facts {
    this.#facts ??= {
      size: this.size,
      crc32c: this.#crc.toString(16).padStart(8, "0"),
      xxh128: this.#hasher.digest("hex"),
    };
    return this.#facts;
  }

  giveBack(): void {
    idleHashers.push(this.#hasher);
  }
}
