import { FRAME_BYTES } from "@swath/contract/uploads";

/** From this on a link is worth more than two large posts at once. */
const FAST_LINK_BYTES_PER_SECOND = 50_000_000;

const WINDOW_MS = 250;
/** So many bytes are enough for a shorter window … */
const WINDOW_BYTES = 33_554_432;
/** … but not for less: a browser reports what it sent in jumps. */
const SHORTEST_MS = 100;
/** A post that waits for its response sends nothing: the best of so many windows counts. */
const WINDOWS = 8;

/** Throughput of all posts together, measured anew every quarter of a second that they take. */
export class LinkThroughput {
  #posts = 0;
  #measuredAt = 0;
  #elapsed = 0;
  #bytes = 0;
  /** Bytes a second of the latest windows. */
  #windows: number[] = [];

  /** To be called with a post's first byte: the time before it is no time of sending. */
  start(now: number): void {
    this.#measureTime(now);
    this.#posts++;
  }

  end(now: number): void {
    this.#measureTime(now);
    this.#posts--;
  }

  /** Adds bytes that went out; returns whether the throughput was measured anew. */
  add(bytes: number, now: number): boolean {
    this.#measureTime(now);
    this.#bytes += Math.max(0, bytes);
    const enough = this.#bytes < WINDOW_BYTES ? WINDOW_MS : SHORTEST_MS;
    if (this.#elapsed < enough) return false;
    this.#windows = [(this.#bytes * 1000) / this.#elapsed, ...this.#windows].slice(0, WINDOWS);
    this.#elapsed = 0;
    this.#bytes = 0;
    return true;
  }

  /** Undefined until it was measured for the first time. */
  get bytesPerSecond(): number | undefined {
    return this.#windows.length === 0 ? undefined : Math.max(...this.#windows);
  }

  get isFast(): boolean {
    return (this.bytesPerSecond ?? 0) >= FAST_LINK_BYTES_PER_SECOND;
  }

  /** Time without any post says nothing about the link. */
  #measureTime(now: number): void {
    if (this.#posts > 0) this.#elapsed += now - this.#measuredAt;
    this.#measuredAt = now;
  }
}

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
