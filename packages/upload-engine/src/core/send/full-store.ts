import { backOff } from "./back-off.ts";

/**
 * When a store that had no room may be tried again, so that no piece after the other is sent in vain.
 *
 * full/F1 after a refusal for want of room no post begins before its time: 1 s doubling to 30 s, with jitter;
 *    those that were under way then count as one refusal;
 * full/F2 then one post is tried alone, by a form that is asked for then: a server that knows its room
 *    refuses that, before a byte is sent;
 * full/F3 once a post that began after the refusal was stored, all go on.
 */
export class FullStore {
  #tries = 0;
  #refusedAt = 0;
  #dueAt = 0;

  get isFull(): boolean {
    return this.#tries > 0;
  }

  /** Whether a post may begin beside so many others. */
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
