import type { PreparedObject } from "../../ports/preparer.ts";
import type { Attempt } from "../state/task-queue.ts";
import { SMALL_BYTES } from "./link.ts";
import { backOff } from "./request.ts";

const MAX_READY = 4;
const WAITING_LIMIT = 8;

/** A prepared object or piece that waits to be posted, or is being posted. */
export interface ReadyObject {
  readonly attempt: Attempt;
  readonly prepared: PreparedObject;
  /** Bytes of memory that it takes until it has landed. */
  readonly heldBytes: number;
}

/** How many posts pay on the link now. */
interface PostLimits {
  readonly isUnknown: boolean;
  readonly maxPosts: number;
  readonly maxLargePosts: number;
}

const isSmall = ({ prepared }: ReadyObject): boolean => prepared.body.size < SMALL_BYTES;

/**
 * Objects that are prepared and have not landed.
 *
 * send/B1 a new object is prepared only while fewer than 4 are ready or in preparation; before the
 *    pace of the link is known, only for the connections that are free;
 * send/B2 over 8 waiting entries is a fault of the program;
 * send/B3 as many are posted at once as the link is worth now, and fewer of 8 MB and more where it is
 *    fast;
 * send/B4 the first that may start goes first.
 */
export class ReadyObjects {
  readonly #limits: PostLimits;
  #waiting: ReadyObject[] = [];
  readonly #posting = new Set<ReadyObject>();

  constructor(limits: PostLimits) {
    this.#limits = limits;
  }

  mayPrepare(preparing: number): boolean {
    const { isUnknown, maxPosts } = this.#limits;
    const limit = isUnknown ? Math.min(MAX_READY, maxPosts - this.#posting.size) : MAX_READY;
    return this.#waiting.length + preparing < limit;
  }

  get waiting(): readonly ReadyObject[] {
    return this.#waiting;
  }

  add(object: ReadyObject): void {
    if (this.#waiting.length >= WAITING_LIMIT) throw new Error("BlobToUpload queue is overflowed");
    this.#waiting.push(object);
  }

  /** Takes out all that wait and are like this. */
  takeOut(isLike: (object: ReadyObject) => boolean): ReadyObject[] {
    const taken = this.#waiting.filter(isLike);
    this.#waiting = this.#waiting.filter((object) => !taken.includes(object));
    return taken;
  }

  /** The next object that may be posted now; it counts as being posted until `done`. */
  next(): ReadyObject | undefined {
    const object = this.#waiting.find((candidate) => this.#mayPost(candidate));
    if (object === undefined) return undefined;
    this.#waiting = this.#waiting.filter((other) => other !== object);
    this.#posting.add(object);
    return object;
  }

  done(object: ReadyObject): void {
    this.#posting.delete(object);
  }

  /** How many are being posted. */
  get posting(): number {
    return this.#posting.size;
  }

  /** Nothing waits, and another large object could be posted at once. */
  get isStarved(): boolean {
    return this.#waiting.length === 0 && this.#mayPostLarge();
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.#posting.size === 0;
  }

  #mayPost(object: ReadyObject): boolean {
    return isSmall(object) ? this.#posting.size < this.#limits.maxPosts : this.#mayPostLarge();
  }

  #mayPostLarge(): boolean {
    const { maxPosts, maxLargePosts } = this.#limits;
    const large = [...this.#posting].filter((object) => !isSmall(object)).length;
    return this.#posting.size < maxPosts && large < maxLargePosts;
  }
}

/**
 * When a store that had no room may be tried again, so that no piece after the other is sent in vain.
 *
 * send/F1 after a refusal for want of room no post begins before its time: 1 s doubling to 30 s, with jitter;
 *    those that were under way then count as one refusal;
 * send/F2 then one post is tried alone, by a form that is asked for then: a server that knows its room
 *    refuses that, before a byte is sent;
 * send/F3 once a post that began after the refusal was stored, all go on.
 */
export class FullStore {
  #tries = 0;
  #refusedAt = 0;
  #dueAt = 0;

  get isFull(): boolean {
    return this.#tries > 0;
  }

  /** Whether a post may begin, given how many are under way. */
  mayPost(posting: number, now: number): boolean {
    return !this.isFull || (posting === 0 && now >= this.#dueAt);
  }

  refused(now: number, random: number): void {
    if (this.isFull && now < this.#dueAt) return;
    this.#tries += 1;
    this.#refusedAt = now;
    this.#dueAt = now + backOff(this.#tries, random);
  }

  /** A post was stored that began at a time. */
  stored(began: number): void {
    if (this.isFull && began >= this.#refusedAt) this.#tries = 0;
  }
}

/** Credit of a post that starts late because no step came sooner, in seconds. */
const CREDIT_S = 2;

/**
 * Keeps the bytes of all posts within a rate, whichever connections they take.
 *
 * send/R1 a post starts whole, and the next one when the rate has paid for it;
 * send/R2 idle time gives a credit of 2 s at most;
 * send/R3 the rate may change at any time; the new one pays the bytes owed then, and without a rate
 *    nothing is owed.
 */
export class RateLimit {
  /** Bytes that are not paid for yet; below 0 for credit. */
  #owed = 0;
  /** Until when it was paid; milliseconds. */
  #paidAt = -Infinity;

  /** Given the rate now, in bytes a second; undefined for as many as the link takes. */
  mayStart(now: number, rate: number | undefined): boolean {
    this.#pay(now, rate);
    return this.#owed <= 0;
  }

  started(bytes: number, now: number, rate: number | undefined): void {
    this.#pay(now, rate);
    if (rate !== undefined) this.#owed += bytes;
  }

  #pay(now: number, rate: number | undefined): void {
    const seconds = (now - this.#paidAt) / 1_000;
    this.#paidAt = now;
    this.#owed =
      rate === undefined || seconds === Infinity
        ? 0
        : Math.max(-rate * CREDIT_S, this.#owed - rate * seconds);
  }
}
