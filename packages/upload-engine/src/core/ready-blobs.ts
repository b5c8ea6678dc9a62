import {
  BLOB_QUEUE_LIMIT,
  MAX_READY_BLOBS,
  MAX_SMALL_POSTS,
  SMALL_BLOB_BYTES,
} from "@swath/contract/limits";
import type { PreparedObject } from "../ports/preparer.ts";
import type { Ticket } from "./task-queue.ts";

/** A prepared object that waits to be posted, or is being posted. */
export interface ReadyBlob {
  readonly ticket: Ticket;
  readonly prepared: PreparedObject;
  /** Bytes of memory that it takes until it has landed. */
  readonly held: number;
}

const isSmall = ({ prepared }: ReadyBlob): boolean => prepared.body.size < SMALL_BLOB_BYTES;

/**
 * What is prepared and not yet landed.
 *
 * B1 a new object is prepared only while fewer than 4 are ready or in preparation;
 * B2 over 8 waiting entries is a fault of the program;
 * B3 blobs of 8 MB and more are posted as many at once as the link is worth now, smaller ones up to 6
 *    in all;
 * B4 the first that may start goes first.
 */
export class ReadyBlobs {
  readonly #largePosts: () => number;
  #waiting: ReadyBlob[] = [];
  readonly #posting = new Set<ReadyBlob>();

  constructor(largePosts: () => number) {
    this.#largePosts = largePosts;
  }

  mayPrepare(preparing: number): boolean {
    return this.#waiting.length + preparing < MAX_READY_BLOBS;
  }

  add(blob: ReadyBlob): void {
    if (this.#waiting.length >= BLOB_QUEUE_LIMIT)
      throw new Error("BlobToUpload queue is overflowed");
    this.#waiting.push(blob);
  }

  /** The next blob that may be posted now; it counts as being posted until `done`. */
  next(): ReadyBlob | undefined {
    const blob = this.#waiting.find((candidate) => this.#mayPost(candidate));
    if (blob === undefined) return undefined;
    this.#waiting = this.#waiting.filter((other) => other !== blob);
    this.#posting.add(blob);
    return blob;
  }

  done(blob: ReadyBlob): void {
    this.#posting.delete(blob);
  }

  /** Nothing waits, and another large blob could be posted at once. */
  get hungry(): boolean {
    return this.#waiting.length === 0 && this.#mayPostLarge();
  }

  /** Large blobs that are being posted. */
  get large(): number {
    return [...this.#posting].filter((blob) => !isSmall(blob)).length;
  }

  get idle(): boolean {
    return this.#waiting.length === 0 && this.#posting.size === 0;
  }

  #mayPost(blob: ReadyBlob): boolean {
    if (isSmall(blob)) return this.#posting.size < MAX_SMALL_POSTS;
    return this.#mayPostLarge();
  }

  #mayPostLarge(): boolean {
    return this.large < this.#largePosts();
  }
}
