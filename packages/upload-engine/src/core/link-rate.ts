import { FAST_LINK_BYTES_PER_SECOND } from "@swath/contract/limits";

const WINDOW_MS = 250;
/** So many bytes are enough to judge by in a shorter time … */
const WINDOW_BYTES = 33_554_432;
/** … but not in less: a browser tells of what it sent in jumps. */
const SHORTEST_MS = 100;

/** A post that waits for its answer sends nothing: the best of so many windows is what counts. */
const WINDOWS = 8;

/** The pace of all posts together, judged anew every quarter of a second that they take. */
export class LinkRate {
  #posts = 0;
  #seen = 0;
  #elapsed = 0;
  #bytes = 0;
  /** Bytes a second of the latest windows. */
  #windows: number[] = [];

  /** A post's first byte is on its way; what came before it was no sending. */
  began(now: number): void {
    this.#pass(now);
    this.#posts++;
  }

  ended(now: number): void {
    this.#pass(now);
    this.#posts--;
  }

  /** Notes bytes that went out; answers whether the pace was judged anew. */
  sent(bytes: number, now: number): boolean {
    this.#pass(now);
    this.#bytes += Math.max(0, bytes);
    const enough = this.#bytes < WINDOW_BYTES ? WINDOW_MS : SHORTEST_MS;
    if (this.#elapsed < enough) return false;
    this.#windows = [(this.#bytes * 1000) / this.#elapsed, ...this.#windows].slice(0, WINDOWS);
    this.#elapsed = 0;
    this.#bytes = 0;
    return true;
  }

  /** Undefined until it was judged for the first time. */
  get bytesPerSecond(): number | undefined {
    return this.#windows.length === 0 ? undefined : Math.max(...this.#windows);
  }

  get isFast(): boolean {
    return (this.bytesPerSecond ?? 0) >= FAST_LINK_BYTES_PER_SECOND;
  }

  /** Time in which nothing is posted tells nothing of the link. */
  #pass(now: number): void {
    if (this.#posts > 0) this.#elapsed += now - this.#seen;
    this.#seen = now;
  }
}
