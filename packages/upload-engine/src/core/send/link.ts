import type { Settings } from "@swath/contract/settings";
import type { Resent } from "../../ports/poster.ts";
import {
  type Acknowledgement,
  AckRate,
  type Carried,
  type PostStart,
  ConnectionLosses,
  RoundTrips,
} from "./link-measurements.ts";
import { ConnectionCount, MAX_CONNECTIONS } from "./connection-count.ts";
import { PieceLength, type Wanted } from "./piece-length.ts";
import { StoreAddresses } from "./store-addresses.ts";

/** Posts of less pay on each of a browser's connections even where the link is fast. */
export const SMALL_BYTES = 8_388_608;

/** From here on one connection is kept busy by its pieces, though it waits a round trip after each. */
const LONG_PIECE_S = 1;
/** Fewer are idle for longer after a cut that connections survive: one of them tries again first. */
const MOST_OF_BROKEN = 4;
/** Where no form was asked for in this time, nothing has said whether the link is full. */
const UNSURE_MS = 2_000;
/** After a break the first calls find no queue, however much the link carries. */
const FULL_MEMORY_MS = 30_000;

type LinkSettings = Pick<Settings, "concurrentUploads" | "minPieceBytes" | "storeAddresses">;

/** What the posts so far say about the link, and how many and how long the next ones are. */
export class Link {
  readonly pace = new AckRate();
  readonly addresses: StoreAddresses;
  readonly #roundTrips = new RoundTrips();
  readonly #breaks = new ConnectionLosses();
  /** Without the losses that only a gap in a post's progress suggests. */
  readonly #certainBreaks = new ConnectionLosses();
  readonly #length = new PieceLength(this.pace, this.#roundTrips, this.#breaks);
  readonly #connections = new ConnectionCount(this.#roundTrips);
  readonly #fastConnections: number;
  readonly #minPieceBytes: number;
  /** link/N8 Most posts at once on a link that breaks. */
  #most = Infinity;
  #fullAt = -Infinity;

  /**
   * Given how many large posts at once pay on a fast link, the least bytes that the store joins, and its
   * other addresses.
   */
  constructor({ concurrentUploads, minPieceBytes, storeAddresses }: LinkSettings) {
    this.#fastConnections = concurrentUploads;
    this.#minPieceBytes = minPieceBytes;
    this.addresses = new StoreAddresses(storeAddresses);
  }

  begin(now: number): PostStart {
    this.#breaks.began(now);
    this.#certainBreaks.began(now);
    return this.pace.begin(now);
  }

  stored(start: PostStart, carried: Carried, now: number): Acknowledgement {
    const sample = this.pace.acknowledge(start, carried, now);
    this.#connections.acknowledged(sample);
    return sample;
  }

  /** A post without any answer: the link broke, or that connection alone is dead. */
  broken(now: number, lost: "link" | "connection"): void {
    this.pace.end(now);
    if (lost === "link") this.#broken(now);
    else this.#connections.broken(now);
  }

  /** A post was stored by a second connection; perhaps, for a post stands still on a link with loss too. */
  resent(now: number, resent: Resent): void {
    if (resent === true) this.#broken(now);
    else if (this.#wasFull(now)) this.#lost(now);
  }

  #broken(now: number): void {
    this.#certainBreaks.broken(now);
    this.#lost(now);
  }

  #lost(now: number): void {
    this.#breaks.broken(now);
    this.#connections.broken(now);
  }

  /** A post that was answered otherwise, or aborted. */
  ended(now: number): void {
    this.pace.end(now);
  }

  /** A call of the API was answered. */
  answered(began: number, now: number): void {
    this.#roundTrips.answered(began, now);
    this.#connections.answered(now);
  }

  /** To be called about once a second while posts are under way. */
  tick(now: number): void {
    this.#connections.addresses(this.addresses.count, now);
    this.#connections.tick(now);
    if (this.#roundTrips.isLastinglyFull) this.#fullAt = now;
    const isBroken = this.#wasFull(now) && this.#certainBreaks.areKnown(now);
    this.#most = isBroken ? this.#mostOfBroken : Infinity;
  }

  #wasFull(now: number): boolean {
    return now - this.#fullAt < FULL_MEMORY_MS;
  }

  get #mostOfBroken(): number {
    const { bytesPerSecond = 0 } = this.pace;
    return this.#minPieceBytes > bytesPerSecond * LONG_PIECE_S ? 1 : MOST_OF_BROKEN;
  }

  /** Source bytes of the next piece, given what waits; the store may ask for more. */
  wantedLength(
    piece: Omit<Wanted, "rest">,
    now: number,
    waitingBytes: (most: number) => number,
  ): number {
    const shared = { connections: this.maxPosts, bytes: waitingBytes };
    return this.#length.wanted({ ...piece, rest: this.pace.isFast ? undefined : shared }, now);
  }

  /** Whether the latest call waited in a queue behind the posts. */
  get isFull(): boolean {
    return this.#roundTrips.isFull;
  }

  /** Whether a call is wanted that says whether the link is full. */
  get isClimbing(): boolean {
    return this.#connections.isClimbing;
  }

  /** link/N9 The same, of a link whose calls are few. */
  isUnsure(now: number): boolean {
    return !this.pace.isFast && this.#roundTrips.isOlderThan(UNSURE_MS, now);
  }

  /** Whether nothing was acknowledged yet. */
  get isUnknown(): boolean {
    return this.pace.bytesPerSecond === undefined;
  }

  /** Most posts at once, of small and large ones together. */
  get maxPosts(): number {
    return this.pace.isFast ? MAX_CONNECTIONS : this.#slowPosts;
  }

  /** Most posts at once of {@link SMALL_BYTES} or more. */
  get maxLargePosts(): number {
    return this.pace.isFast ? this.#fastConnections : this.#slowPosts;
  }

  get #slowPosts(): number {
    return Math.min(this.#most, this.#connections.count);
  }
}
