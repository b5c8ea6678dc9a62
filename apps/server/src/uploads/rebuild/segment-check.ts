import { type Hasher, takeHasher } from "../../platform/hashing/xxh128.ts";
import { RebuildFault } from "./rebuild-fault.ts";

/** What is known of the source bytes of a segment before they are read. */
export interface AnnouncedBytes {
  /** For messages: the file's path. */
  readonly path: string;
  readonly length: number;
  /** Their XXH128, hex. */
  readonly xxh128: string;
}

/** Compares bytes as they pass; throws {@link RebuildFault}. Disposing of it gives its hasher back. */
export class SegmentCheck {
  readonly #announced: AnnouncedBytes;
  readonly #hasher: Hasher;
  #length = 0;

  private constructor(announced: AnnouncedBytes, hasher: Hasher) {
    this.#announced = announced;
    this.#hasher = hasher;
  }

  static async begin(announced: AnnouncedBytes): Promise<SegmentCheck> {
    return new SegmentCheck(announced, await takeHasher());
  }

  add(chunk: Uint8Array): void {
    const { path, length } = this.#announced;
    this.#length += chunk.length;
    if (this.#length > length) throw new RebuildFault(`${path}: is longer than ${length} bytes`);
    this.#hasher.update(chunk);
  }

  /** All bytes were added. */
  end(): void {
    const { path, length, xxh128 } = this.#announced;
    if (this.#length !== length)
      throw new RebuildFault(`${path}: has ${this.#length} of ${length} bytes`);
    if (this.#hasher.digest() !== xxh128)
      throw new RebuildFault(`${path}: its checksum is not that of the source`);
  }

  [Symbol.dispose](): void {
    this.#hasher[Symbol.dispose]();
  }
}
