import type { PreparedObject } from "../../ports/preparer.ts";
import type { Attempt } from "../state/task-queue.ts";
import { SMALL_BYTES } from "./link.ts";

const MAX_READY = 4;
const WAITING_LIMIT = 8;

/** A prepared object or piece that waits to be posted, or is being posted. */
export interface ReadyObject {
  readonly attempt: Attempt;
  readonly prepared: PreparedObject;
  /** Bytes of memory that it takes until it has landed. */
  readonly heldBytes: number;
}

/** What the link is worth now. */
interface PostLimits {
  readonly isUnknown: boolean;
  readonly maxPosts: number;
  readonly maxLargePosts: number;
}

const isSmall = ({ prepared }: ReadyObject): boolean => prepared.body.size < SMALL_BYTES;

/**
 * What is prepared and not yet landed.
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
