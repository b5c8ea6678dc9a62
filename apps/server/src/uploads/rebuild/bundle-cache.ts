import { freeMemory } from "../../platform/memory/free-memory.ts";
import type { ObjectWithPieces } from "../plan-record.ts";

/** A small file with its source bytes. */
export interface SmallFile {
  /** Index into the manifest. */
  readonly file: number;
  readonly bytes: Buffer;
}

const KEPT_BYTES = 16_777_216;

/** Decoded bundles between verification and publication; what memory does not hold is decoded again. */
export class BundleCache {
  readonly #files = new Map<string, readonly SmallFile[]>();
  #bytes = 0;

  /** Takes the files of a bundle, or frees them where there is no room for them. */
  keep({ name }: ObjectWithPieces, files: readonly SmallFile[]): void {
    const bytes = files.reduce((sum, file) => sum + file.bytes.length, this.#bytes);
    if (bytes > KEPT_BYTES) return files.forEach((file) => freeMemory(file.bytes));
    this.#bytes = bytes;
    this.#files.set(name, files);
  }

  /** The files of a bundle, which stay kept; undefined where they are not. */
  peek({ name }: ObjectWithPieces): readonly SmallFile[] | undefined {
    return this.#files.get(name);
  }

  /** The files of a bundle, which are forgotten; undefined where they were not kept. */
  take({ name }: ObjectWithPieces): readonly SmallFile[] | undefined {
    const files = this.#files.get(name);
    this.#files.delete(name);
    return files;
  }
}
