import { FRAME_BYTES } from "@swath/contract/uploads";

/** Source bytes after which the throughput is known, and after which the older half is forgotten. */
const KNOWN_BYTES = 4 * FRAME_BYTES;
const KEPT_BYTES = 16 * FRAME_BYTES;

/** Throughput of one compression worker while it is busy. */
export class CompressionThroughput {
  #bytes = 0;
  #milliseconds = 0;

  add(bytes: number, milliseconds: number): void {
    this.#bytes += bytes;
    this.#milliseconds += milliseconds;
    if (this.#bytes < KEPT_BYTES) return;
    this.#bytes /= 2;
    this.#milliseconds /= 2;
  }

  /** In source bytes; undefined while too little was compressed. */
  get bytesPerSecond(): number | undefined {
    if (this.#bytes < KNOWN_BYTES) return undefined;
    return (this.#bytes * 1000) / Math.max(1, this.#milliseconds);
  }
}
