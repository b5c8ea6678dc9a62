import type { AcknowledgedPace } from "./acknowledged-pace.ts";

/** Short at first, so that the best number of connections is soon found. */
const FIRST_TARGET_MS = 3_000;
const LONGEST_TARGET_MS = 10_000;
const SHORTEST_TARGET_MS = 2_000;
/** Between two posts a connection waits for one. */
const ROUND_TRIPS = 16;
const RECOVERY = 1.1;
/** What a shorter post says of a link holds for one of so many times its length, not for any. */
const GROWTH = 8;
const TELLING_BYTES = 8_388_608;

/**
 * How long a piece is to be.
 *
 * pieces/L1 as many bytes as a connection sends in the target time at its acknowledged pace: 3 s at
 *    first, a tenth more with each post that is stored, up to 10 s; but 16 round trips, or 10 s, at least;
 * pieces/L2 a connection that breaks or falls silent halves the target, down to 2 s;
 * pieces/L3 before the pace is known it is as short as the store allows, and until one of 8 MB has landed
 *    at most 8 times as long as the longest so far;
 * pieces/L4 of what is compressed it is as many source bytes as give these stored ones.
 */
export class PieceLength {
  readonly #pace: AcknowledgedPace;
  #targetMs = FIRST_TARGET_MS;
  #roundTripMs = Infinity;

  constructor(pace: AcknowledgedPace) {
    this.#pace = pace;
  }

  /** A call of the API took so long. */
  roundTrip(ms: number): void {
    this.#roundTripMs = Math.min(this.#roundTripMs, ms);
  }

  stored(): void {
    this.#targetMs = Math.min(LONGEST_TARGET_MS, this.#targetMs * RECOVERY);
  }

  broken(): void {
    this.#targetMs = Math.max(SHORTEST_TARGET_MS, this.#targetMs / 2);
  }

  get #wantedMs(): number {
    if (this.#roundTripMs === Infinity) return this.#targetMs;
    const leastMs = Math.min(LONGEST_TARGET_MS, ROUND_TRIPS * this.#roundTripMs);
    return Math.max(leastMs, this.#targetMs);
  }

  /** In source bytes; 0 for as few as may be. */
  wanted(zipped: boolean): number {
    const pace = this.#pace.connectionBytesPerSecond;
    if (pace === undefined) return 0;
    const stored = (pace * this.#wantedMs) / 1000;
    const source = zipped ? stored / this.#pace.compressionRatio : stored;
    const { longestBytes } = this.#pace;
    return longestBytes < TELLING_BYTES ? Math.min(source, GROWTH * longestBytes) : source;
  }
}
