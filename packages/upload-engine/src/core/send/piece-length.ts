import type { AcknowledgedPace } from "./acknowledged-pace.ts";

/** Short at first, so that the best number of connections is soon found. */
const FIRST_TARGET_MS = 3_000;
const LONGEST_TARGET_MS = 10_000;
const SHORTEST_TARGET_MS = 2_000;
const RECOVERY = 1.1;
/** What a short post says of a link holds for one of so many times its length, not for any. */
const GROWTH = 8;

/**
 * How long a piece is to be.
 *
 * pieces/L1 as many bytes as a connection sends in the target time at its acknowledged pace: 3 s at
 *    first, a tenth more with each post that is stored, up to 10 s;
 * pieces/L2 a connection that breaks or falls silent halves the target, down to 2 s;
 * pieces/L3 before the pace is known it is as short as the store allows, and never over 8 times the
 *    longest that landed lately;
 * pieces/L4 of what is compressed it is as many source bytes as give these stored ones.
 */
export class PieceLength {
  readonly #pace: AcknowledgedPace;
  #targetMs = FIRST_TARGET_MS;

  constructor(pace: AcknowledgedPace) {
    this.#pace = pace;
  }

  stored(): void {
    this.#targetMs = Math.min(LONGEST_TARGET_MS, this.#targetMs * RECOVERY);
  }

  broken(): void {
    this.#targetMs = Math.max(SHORTEST_TARGET_MS, this.#targetMs / 2);
  }

  /** In source bytes; 0 for as few as may be. */
  wanted(zipped: boolean): number {
    const pace = this.#pace.connectionBytesPerSecond;
    if (pace === undefined) return 0;
    const stored = (pace * this.#targetMs) / 1000;
    const source = zipped ? stored / this.#pace.compressionRatio : stored;
    return Math.min(source, GROWTH * this.#pace.longestBytes);
  }
}
