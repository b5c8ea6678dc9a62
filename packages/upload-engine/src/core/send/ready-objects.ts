import type { PreparedObject } from "../../ports/preparer.ts";
import type { Attempt } from "../state/task-queue.ts";

const MAX_READY = 4;
const WAITING_LIMIT = 8;
/** Only posts of smaller objects overlap up to {@link MAX_POSTS} on every link. */
export const SMALL_BYTES = 8_388_608;
/** As many connections as a browser opens to one host. */
const MAX_POSTS = 6;

/** A prepared object that waits to be posted, or is being posted. */
export interface ReadyObject {
  readonly attempt: Attempt;
  readonly prepared: PreparedObject;
  /** Bytes of memory that it takes until it has landed. */
  readonly heldBytes: number;
}

const isSmall = ({ prepared }: ReadyObject): boolean => prepared.body.size < SMALL_BYTES;

/**
 * What is prepared and not yet landed.
 *
 * send/B1 a new object is prepared only while fewer than 4 are ready or in preparation;
 * send/B2 over 8 waiting entries is a fault of the program;
 * send/B3 objects of 8 MB and more are posted as many at once as the link is worth now, with smaller
 *    ones up to 6 in all;
 * send/B4 the first that may start goes first.
 */
export class ReadyObjects {
  readonly #maxLargePosts: () => number;
  #waiting: ReadyObject[] = [];
  readonly #posting = new Set<ReadyObject>();

  constructor(maxLargePosts: () => number) {
    this.#maxLargePosts = maxLargePosts;
  }

  mayPrepare(preparing: number): boolean {
    return this.#waiting.length + preparing < MAX_READY;
  }

  add(object: ReadyObject): void {
    if (this.#waiting.length >= WAITING_LIMIT) throw new Error("BlobToUpload queue is overflowed");
    this.#waiting.push(object);
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

  /** Nothing waits, and another large object could be posted at once. */
  get isStarved(): boolean {
    return this.#waiting.length === 0 && this.#mayPostLarge();
  }

  /** Large objects that are being posted. */
  get largePosts(): number {
    return [...this.#posting].filter((object) => !isSmall(object)).length;
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.#posting.size === 0;
  }

  #mayPost(object: ReadyObject): boolean {
    return isSmall(object) ? this.#posting.size < MAX_POSTS : this.#mayPostLarge();
  }

  #mayPostLarge(): boolean {
    return this.#posting.size < MAX_POSTS && this.largePosts < this.#maxLargePosts();
  }
}
