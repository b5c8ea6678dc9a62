import { MAX_CONNECTIONS } from "./connection-count.ts";

const SHORTEST_SILENCE_MS = 4_000;
const ROUND_TRIPS = 6;
const ANSWER_TIMES = 3;
/** The share of a long answer time that counts after a shorter one. */
const ANSWER_MEMORY = 0.9;
const HARD_LIMIT_MS = 60_000;
/** Two calls in a row: a poor link may lose one. */
const AWAY_MS = 5_000;
const PROBE_EVERY_MS = 2_000;
/** What a system keeps of a connection's bytes before they are acknowledged: Linux's `tcp_wmem`. */
const BUFFERED_BYTES = 4_194_304;
const LONGEST_ALLOWANCE = 8;
/** Weight of the latest round trip: RFC 6298, section 2. */
const SMOOTHING = 0.125;

interface Watched {
  readonly began: number;
  lastSign: number;
  sentBytes: number;
}

export interface StallDecision<Post> {
  readonly giveUp: readonly Post[];
  /** link/Q7 Whether they are given up because the link was away. */
  readonly wasAway: boolean;
  readonly probe: boolean;
}

/**
 * Which posts are given up because their connection is dead, though nothing says so.
 *
 * link/Q1 a post is silent when neither progress nor an answer came for 4 s, 6 round trips or 3 times as
 *    long as the store lately took to answer, and for as long as its unacknowledged bytes take at the
 *    known pace; a minute where no pace is known;
 * link/Q2 a silent post is given up once a call that was begun after its last sign of life is
 *    answered: the link lives, so the connection is dead; but where nothing was stored since then either
 *    the link may only have become slow: then the youngest alone is given up, and the others once a post
 *    that began later is stored; and none where that call waited in a queue, since what fills the link
 *    arrives;
 * link/Q3 a post that is silent for a minute, or as long as Q1 allows, is given up anyway;
 * link/Q4 while a post is silent the link is probed, one call at a time, 2 s apart;
 * link/Q5 where all six connections are silent the youngest is given up, which makes room for the call;
 * link/Q6 each post that is given up doubles the silence allowed, up to 8 times, and each that is stored
 *    halves it again;
 * link/Q7 where calls went unanswered for 5 s, and no post gave a sign either until one was answered, the
 *    link was away, and its connections try again ever more seldom (RFC 6298, section 5.5): all of before
 *    are given up at once, unless that call waited in a queue.
 */
export class StalledPosts<Post> {
  readonly #posts = new Map<Post, Watched>();
  #roundTripMs = 0;
  /** When the latest of the calls that were answered was begun. */
  #liveSince = -Infinity;
  /** When the latest of the posts that were stored was begun. */
  #carriedSince = -Infinity;
  /** When the first call of those that nothing answers was begun. */
  #awaySince: number | undefined;
  /** The same, of the time before a call was answered. */
  #wasAwaySince: number | undefined;
  #signedAt = -Infinity;
  #allowance = 1;
  /** The longest that the store took lately from the last byte to its answer. */
  #answerMs = 0;
  #isProbing = false;
  #probedAt = -Infinity;

  watch(post: Post, now: number): void {
    this.#posts.set(post, { began: now, lastSign: now, sentBytes: 0 });
  }

  /** Progress of a post, in bytes of its body that were handed over. */
  sign(post: Post, sentBytes: number, now: number): void {
    const watched = this.#posts.get(post);
    if (watched === undefined || sentBytes === watched.sentBytes) return;
    watched.lastSign = now;
    watched.sentBytes = sentBytes;
    this.#signedAt = now;
  }

  end(post: Post): void {
    this.#posts.delete(post);
  }

  /** link/Q1 and Q6 To be called before the post's `end`. */
  stored(post: Post, now: number): void {
    const watched = this.#posts.get(post);
    const answerMs = now - (watched?.lastSign ?? now);
    this.#carriedSince = Math.max(this.#carriedSince, watched?.began ?? now);
    this.#signedAt = now;
    this.#answerMs = Math.max(answerMs, this.#answerMs * ANSWER_MEMORY);
    this.#allowance = Math.max(1, this.#allowance / 2);
  }

  /** link/Q7 A call of the API was not answered in time. */
  unanswered(began: number): void {
    this.#awaySince ??= began;
  }

  /** A call of the API was answered; returns whether the calls of 5 s before were not (link/Q7). */
  answered(began: number, now: number): boolean {
    const isBack = this.#awaySince !== undefined && began - this.#awaySince >= AWAY_MS;
    if (isBack) this.#wasAwaySince = this.#awaySince;
    if (began >= (this.#awaySince ?? Infinity)) this.#awaySince = undefined;
    this.#liveSince = Math.max(this.#liveSince, began);
    const measured = now - began;
    this.#roundTripMs =
      this.#roundTripMs === 0
        ? measured
        : this.#roundTripMs + SMOOTHING * (measured - this.#roundTripMs);
    return isBack;
  }

  /** Whether a call that was begun at that time or later has been answered. */
  isLiveSince(time: number): boolean {
    return this.#liveSince >= time;
  }

  /** Milliseconds; 0 until one was measured. */
  get roundTripMs(): number {
    return this.#roundTripMs;
  }

  /** Whether posts are under way on a link that is not away. */
  get isSending(): boolean {
    return this.#posts.size > 0 && this.#awaySince === undefined;
  }

  get isProbing(): boolean {
    return this.#isProbing;
  }

  probeBegan(now: number): void {
    this.#isProbing = true;
    this.#probedAt = now;
  }

  probeEnded(): void {
    this.#isProbing = false;
  }

  /**
   * Given a connection's stored bytes a second, undefined where they are not known, and whether the
   * latest call waited in a queue behind the posts.
   */
  decide(now: number, bytesPerSecond: number | undefined, isFull = false): StallDecision<Post> {
    const lost = this.#takeLost(isFull);
    if (lost.length > 0) return { giveUp: lost, wasAway: true, probe: false };
    const silent = [...this.#posts].filter(
      ([, post]) => now - post.lastSign >= this.#silenceMs(post, bytesPerSecond),
    );
    const doubtful = silent.filter(([, { lastSign }]) => this.isLiveSince(lastSign));
    const dead = silent.filter(
      ([, post]) =>
        (this.isLiveSince(post.lastSign) && this.#carriedSince >= post.lastSign) ||
        now - post.lastSign >= Math.max(HARD_LIMIT_MS, this.#silenceMs(post, bytesPerSecond)),
    );
    if (dead.length === 0 && doubtful.length > 0 && !isFull) dead.push(youngest(doubtful));
    if (dead.length === 0 && silent.length >= MAX_CONNECTIONS) dead.push(youngest(silent));
    if (dead.length > 0) this.#allowance = Math.min(LONGEST_ALLOWANCE, this.#allowance * 2);
    const isDue = !this.#isProbing && now - this.#probedAt >= PROBE_EVERY_MS;
    const giveUp = dead.map(([post]) => post);
    return { giveUp, wasAway: false, probe: silent.length > 0 && isDue };
  }

  /** link/Q7 The posts from before the link was away. */
  #takeLost(isFull: boolean): Post[] {
    const since = this.#wasAwaySince;
    if (since === undefined || isFull) return [];
    this.#wasAwaySince = undefined;
    if (this.#signedAt >= since) return [];
    return [...this.#posts].filter(([, { began }]) => began < since).map(([post]) => post);
  }

  /** link/Q1 and Q6 How long a post may be silent, in milliseconds. */
  #silenceMs({ sentBytes }: Watched, bytesPerSecond: number | undefined): number {
    if (bytesPerSecond === undefined) return HARD_LIMIT_MS;
    const unacknowledgedMs = (Math.min(sentBytes, BUFFERED_BYTES) * 1000) / bytesPerSecond;
    const waitMs = Math.max(
      SHORTEST_SILENCE_MS,
      ROUND_TRIPS * this.#roundTripMs,
      ANSWER_TIMES * this.#answerMs,
    );
    return (waitMs + unacknowledgedMs) * this.#allowance;
  }
}

function youngest<Post>(posts: readonly (readonly [Post, Watched])[]): [Post, Watched] {
  const [post, watched] = posts.reduce((a, b) => (b[1].began > a[1].began ? b : a));
  return [post, watched];
}
