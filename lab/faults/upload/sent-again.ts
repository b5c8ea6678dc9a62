/** The fields of a form around its file, and a manifest where it is sent again. */
const OVERHEAD_BYTES = 16_384;

/** What an upload cost on the wire, in bytes of the bodies of its posts. */
export interface Sending {
  readonly posts: number;
  /** Bytes that crossed the way. */
  readonly passed: number;
  /** What its sealed manifest says was stored: the least that is needed. */
  readonly needed: number;
}

/** Why bytes may be sent again. */
export interface Losses {
  /** For each fault, the most bytes that were in flight at once from it until the next one. */
  readonly inFlight: readonly number[];
  /** Landed pieces whose bytes were changed. */
  readonly damagedPieces: number;
  /** Bytes of the longest post. */
  readonly longestPost: number;
  /** Source bytes that were to be sent anew since the drive had changed. */
  readonly changedBytes: number;
}

/** Bytes that crossed the way beyond the least that is needed. */
export function sentAgain({ passed, needed }: Sending): number {
  return Math.max(0, passed - needed);
}

/**
 * The most bytes that faults may cost an upload.
 *
 * again/B1 each fault costs at most the pieces in flight;
 * again/B2 a landed piece that was damaged costs itself;
 * again/B3 what was changed on the drive costs its own bytes;
 * again/B4 each post has the fields of its form.
 */
export function mostSentAgain({ posts }: Sending, losses: Losses): number {
  const inFlight = losses.inFlight.reduce((sum, bytes) => sum + bytes, 0);
  const damaged = losses.damagedPieces * losses.longestPost;
  return inFlight + damaged + losses.changedBytes + posts * OVERHEAD_BYTES;
}
