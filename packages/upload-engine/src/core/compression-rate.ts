import { PIECE_BYTES } from "@swath/contract/uploads";

/** Source bytes after which the pace is known, and after which the older half of it is forgotten. */
const KNOWN_BYTES = 4 * PIECE_BYTES;
const KEPT_BYTES = 16 * PIECE_BYTES;

/** The pace of one compression worker, while it has something to do. */
export class CompressionRate {
  #bytes = 0;
  #milliseconds = 0;

  add(bytes: number, milliseconds: number): void {
    this.#bytes += bytes;
    this.#milliseconds += milliseconds;
    if (this.#bytes < KEPT_BYTES) return;
    this.#bytes /= 2;
    this.#milliseconds /= 2;
  }

  /** In source bytes; undefined while too little was compressed to tell. */
  get bytesPerSecond(): number | undefined {
    if (this.#bytes < KNOWN_BYTES) return undefined;
    return (this.#bytes * 1000) / Math.max(1, this.#milliseconds);
  }
}
