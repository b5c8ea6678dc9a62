import type { AckRate, ConnectionLosses, RoundTrips } from "./link-measurements.ts";

const SHORTEST_TARGET_MS = 1_000;
const LONGEST_TARGET_MS = 10_000;
/** Between two posts a connection waits for one. */
const ROUND_TRIPS = 32;
const QUEUED_ROUND_TRIPS = 16;
const LEAST_ROUND_TRIPS = 8;
const BROKEN_SHARE = 40;
const LEAST_BROKEN_MS = 500;
/** A short post predicts the pace of one eight times as long, and of no longer one. */
const FIRST_PIECE_BYTES = 1_048_576;
const GROWTH = 8;
const TELLING_BYTES = 8_388_608;
/** Pieces that each connection gets of an equal share of the rest. */
const SHARES = 2;
const LAST_ROUND_TRIPS = 8;
const LAST_QUEUED_ROUND_TRIPS = 4;
/** A connection that takes longer for what the store joins by itself is a poor one. */
const LONGEST_COPIED_S = 20;

/** The bytes that no post has begun with yet. */
interface Rest {
  /** Connections that share it. */
  readonly connections: number;
  /** Its source bytes, counted no further than `most`. */
  readonly bytes: (most: number) => number;
}

/** What a piece's length depends on. */
export interface Wanted {
  readonly zipped: boolean;
  /** Least bytes that the store joins by itself; 0 for what it never joins. */
  readonly minCopiedBytes: number;
  /** Most bytes that a limit of sending allows. */
  readonly limitBytes: number;
  /** Undefined where the link is fast: what a short last piece saves there is less than what it costs. */
  readonly rest: Rest | undefined;
}

/**
 * How long a piece is to be.
 *
 * link/L1 as many bytes as a connection sends in 32 round trips at its acknowledged pace, or in 16 where
 *    calls wait in a queue, since the others fill the link while it waits, but in 1 s at least and in
 *    10 s at most: a connection that breaks loses its piece, and on a link that becomes slow a piece
 *    holds up the next ones;
 * link/L2 where connections break it is a fortieth of the time between two breaks, or from the first
 *    post on, at most, but half a second and 8 round trips at least; a connection that falls silent while
 *    others carry is no break;
 * link/L3 before the pace is known it is 1 MiB, or what the store asks for, and until one of 8 MB has landed
 *    at most 8 times as long as the longest so far;
 * link/L4 a compressed piece has the source bytes that give this many stored ones;
 * link/L5 at last it is half of each connection's share of the rest, but 8 round trips
 *    at least, or 4 where calls wait in a queue, so that no connection ends long after the others (guided self-scheduling, Polychronopoulos
 *    and Kuck 1987);
 * link/L6 but for L5 it is no shorter than the store joins by itself, unless connections break, or
 *    might in the first 20 s, or a connection takes 20 s for that, or its pace is not known yet;
 * link/L7 on a fast link it is what a connection sends in 10 s, unless it is compressed: then most parts
 *    go whole, and the store need not join them.
 */
export class PieceLength {
  readonly #pace: AckRate;
  readonly #roundTrips: RoundTrips;
  readonly #breaks: ConnectionLosses;

  constructor(pace: AckRate, roundTrips: RoundTrips, breaks: ConnectionLosses) {
    this.#pace = pace;
    this.#roundTrips = roundTrips;
    this.#breaks = breaks;
  }

  #wantedMs(zipped: boolean, now: number): number {
    const roundTrips = (count: number, leastMs: number): number =>
      Math.min(LONGEST_TARGET_MS, Math.max(leastMs, this.#roundTripsMs(count)));
    const shortest = this.#pace.isFast && !zipped ? LONGEST_TARGET_MS : SHORTEST_TARGET_MS;
    return Math.min(
      roundTrips(this.#roundTrips.isFull ? QUEUED_ROUND_TRIPS : ROUND_TRIPS, shortest),
      Math.max(
        roundTrips(LEAST_ROUND_TRIPS, LEAST_BROKEN_MS),
        this.#breaks.betweenMs(now) / BROKEN_SHARE,
      ),
    );
  }

  /** In source bytes; the store may ask for more. */
  wanted({ zipped, minCopiedBytes, limitBytes, rest }: Wanted, now: number): number {
    const pace = this.#pace.connectionBytesPerSecond;
    if (pace === undefined) return Math.min(limitBytes, FIRST_PIECE_BYTES);
    const bytesPerMs = pace / (zipped ? this.#pace.compressionRatio : 1) / 1000;
    const { longestBytes } = this.#pace;
    const most = longestBytes < TELLING_BYTES ? GROWTH * longestBytes : Infinity;
    const fitting = Math.min(limitBytes, most, bytesPerMs * this.#wantedMs(zipped, now));
    const mayBreak = this.#breaks.areKnown(now) || this.#breaks.areUntried(now);
    const isPoor = mayBreak || minCopiedBytes > pace * LONGEST_COPIED_S;
    const length = isPoor ? fitting : Math.max(fitting, minCopiedBytes);
    if (rest === undefined) return length;
    const { isFull } = this.#roundTrips;
    const last = this.#roundTripsMs(isFull ? LAST_QUEUED_ROUND_TRIPS : LAST_ROUND_TRIPS);
    const least = bytesPerMs * last;
    return Math.min(length, Math.max(this.#share(length, rest), least));
  }

  /** link/L5 A connection's share of the rest, in source bytes. */
  #share(length: number, { connections, bytes }: Rest): number {
    const pieces = SHARES * connections;
    return bytes(length * pieces) / pieces;
  }

  #roundTripsMs(count: number): number {
    return count * (this.#roundTrips.shortestMs ?? 0);
  }
}
