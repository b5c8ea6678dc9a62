import { FAST_LINK_BYTES_PER_SECOND } from "@swath/contract/limits";

const WINDOW_MS = 250;

/** The pace of all posts together, judged anew every quarter of a second. */
export class LinkRate {
  #since: number | undefined;
  #bytes = 0;
  #fast = false;

  /** Notes bytes that went out; those of a post that starts anew are no news. */
  sent(bytes: number, now: number): void {
    this.#since ??= now;
    this.#bytes += Math.max(0, bytes);
    const elapsed = now - this.#since;
    if (elapsed < WINDOW_MS) return;
    this.#fast = (this.#bytes * 1000) / elapsed >= FAST_LINK_BYTES_PER_SECOND;
    this.#since = now;
    this.#bytes = 0;
  }

  get isFast(): boolean {
    return this.#fast;
  }
}
