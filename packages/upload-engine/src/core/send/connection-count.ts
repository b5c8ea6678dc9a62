import type { Acknowledgement, RoundTrips } from "./link-measurements.ts";

/** As many connections as a browser opens to one address. */
export const MAX_CONNECTIONS = 6;
const FIRST_CONNECTIONS = 2;
/** From here on one connection rarely fills a link: each loss takes half of what it may have under way. */
const LONG_ROUND_TRIP_MS = 80;
/** Two at once: what one more brings is less than what the pace of a poor link varies by. */
const STEP = 2;
/** More connections stay where all together carry this many times as much. */
const PAYS = 1.1;
const WINDOW_MS = 1_000;
const SILENT_START_MS = 2_000;
const LONG_START_MS = 1_000;
const FIRST_HOLD_MS = 30_000;
const LONGEST_HOLD_MS = 300_000;

/**
 * How many posts pay at once on a link that is not fast, found by climbing and falling back.
 *
 * link/N1 two at first, six at most to each of the store's addresses; where a round trip takes
 *    80 ms, six at first, and twice as many each second as long as no number has a pace yet and a call of
 *    that second did not wait in a queue; once all calls of 3 s waited it is climbed no further, and six
 *    are enough;
 * link/N2 as long as nothing at all was acknowledged and no call waits in a queue, one more every
 *    2 s, up to six;
 * link/N3 the pace of a number is that of as many acknowledged posts, all begun with it, and of
 *    a second at least;
 * link/N4 two more are tried; they stay where all together carry a tenth more than before, and
 *    then the next two are tried;
 * link/N5 where they do not pay, the number falls back, and is tried again after 30 s, each time
 *    after twice as long, up to 5 minutes;
 * link/N6 a connection that breaks or falls silent ends that wait, since loss makes more of them pay, and
 *    what was acknowledged before says nothing of the time after it;
 * link/N7 none are tried as long as calls wait in a queue behind what the present ones have under way:
 *    they fill the link, and more would only lose more with each break;
 * link/N8 four at most where connections break, which a gap in a post's progress alone does not tell,
 *    and all calls of 3 s waited in a queue lately, and one alone where the shortest piece that the store
 *    joins takes all of the link for a second or more;
 * link/N9 where all calls of 3 s waited in a queue and then none of a second did, the link became
 *    faster: two more each second as long as that is so, up to six, since a connection that lost much
 *    takes seconds to find out.
 */
export class ConnectionCount {
  readonly #roundTrips: RoundTrips;
  #count = FIRST_CONNECTIONS;
  /** Since when the number is as it is. */
  #since: number | undefined;
  #window: Acknowledgement[] = [];
  #isAcknowledged = false;
  /** Whether the pace of a number is known, or that the link is full. */
  #isMeasured = false;
  /** The number before the present try, and its pace. */
  #before: { readonly count: number; readonly pace: number } | undefined;
  #holdUntil = 0;
  #holdMs = FIRST_HOLD_MS;
  #most = MAX_CONNECTIONS;
  #isLong = false;
  /** link/N9 Whether the link was full, and no more connections were tried since. */
  #wasFull = false;

  constructor(roundTrips: RoundTrips) {
    this.#roundTrips = roundTrips;
  }

  get count(): number {
    return this.#count;
  }

  /** link/N1, N2 and N9 Whether a call is wanted that says whether the link is full. */
  get isClimbing(): boolean {
    if (this.#isFreed) return true;
    if (this.#isLong) return !this.#isMeasured && this.#count < this.#most;
    return !this.#isAcknowledged && this.#count < MAX_CONNECTIONS;
  }

  /** link/N9 Whether the link was full, and its calls find no queue any more. */
  get #isFreed(): boolean {
    return this.#wasFull && !this.#roundTrips.isFull && this.#count < MAX_CONNECTIONS;
  }

  /** link/N1 A call was answered: the shortest before anything was acknowledged says what the link is. */
  answered(now: number): void {
    if (this.#roundTrips.isLastinglyFull) this.#full(now);
    if (this.#isAcknowledged || this.#isLong) return;
    if ((this.#roundTrips.shortestMs ?? 0) < LONG_ROUND_TRIP_MS) return;
    this.#isLong = true;
    this.#set(MAX_CONNECTIONS, now);
  }

  /** link/N1 To how many addresses posts may go. */
  addresses(count: number, now: number): void {
    const most = count * MAX_CONNECTIONS;
    if (most === this.#most) return;
    this.#most = most;
    this.#holdUntil = Math.min(this.#holdUntil, now);
    if (this.#count > most) this.#set(most, now);
  }

  /** link/N1 and N2 To be called while posts are under way, about once a second. */
  tick(now: number): void {
    this.#since ??= now;
    if (this.#isFreed && this.#roundTrips.isLastinglyFree)
      this.#set(Math.min(MAX_CONNECTIONS, this.#count + STEP), now);
    else if (this.#isLong) this.#climb(now, this.#since);
    else if (this.#isAcknowledged) return;
    else if (now - this.#since >= SILENT_START_MS && this.#isQueued() !== true)
      this.#set(Math.max(this.#count, Math.min(MAX_CONNECTIONS, this.#count + 1)), now);
  }

  /** Whether calls wait, by one of the present number of connections. */
  #isQueued(): boolean | undefined {
    return this.#roundTrips.isQueued(this.#since ?? -Infinity);
  }

  /** link/N1 Six connections are enough for a full link. */
  #full(now: number): void {
    this.#isMeasured = true;
    this.#wasFull = true;
    if (this.#count > MAX_CONNECTIONS) this.#set(MAX_CONNECTIONS, now);
  }

  /** link/N1 Doubles the number on a long link that is not full. */
  #climb(now: number, since: number): void {
    if (!this.isClimbing || now - since < LONG_START_MS) return;
    if (this.#isQueued() === false) this.#set(Math.min(this.#most, 2 * this.#count), now);
  }

  acknowledged(sample: Acknowledgement): void {
    const now = sample.ended;
    this.#isAcknowledged = true;
    this.#since ??= sample.began;
    if (now < this.#holdUntil || sample.began < Math.max(this.#since, this.#holdUntil)) return;
    this.#window.push(sample);
    if (this.#window.length < this.#count || now - this.#since < WINDOW_MS) return;
    const isFull = this.#roundTrips.isQueued(this.#since + WINDOW_MS);
    if (isFull !== undefined) this.#decide(paceOfAll(this.#window), isFull, now);
  }

  /** link/N6 A connection broke: more of them may pay from now on. */
  broken(now: number): void {
    this.#holdUntil = Math.min(this.#holdUntil, now);
    this.#holdMs = FIRST_HOLD_MS;
    if (this.#isAcknowledged) this.#set(this.#count, now);
  }

  #decide(pace: number, isFull: boolean, now: number): void {
    const before = this.#before;
    this.#before = undefined;
    this.#isMeasured = true;
    if (before !== undefined && pace < before.pace * PAYS) {
      this.#set(before.count, now);
      this.#hold(now);
      return;
    }
    if (before !== undefined) this.#holdMs = FIRST_HOLD_MS;
    const count = this.#count;
    if (count === this.#most) this.#hold(now);
    else if (!isFull) this.#before = { count, pace };
    this.#set(isFull ? count : Math.min(this.#most, count + STEP), now);
  }

  #hold(now: number): void {
    this.#wasFull = false;
    this.#holdUntil = now + this.#holdMs;
    this.#holdMs = Math.min(LONGEST_HOLD_MS, this.#holdMs * 2);
  }

  #set(count: number, now: number): void {
    this.#count = count;
    this.#since = now;
    this.#window = [];
  }
}

/** link/N3 Stored bytes a second of all connections; each post had its share of the link's time. */
function paceOfAll(posts: readonly Acknowledgement[]): number {
  const bytes = posts.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  const ms = posts.reduce(
    (sum, { began, ended, connections }) => sum + (ended - began) / connections,
    0,
  );
  return (bytes * 1000) / Math.max(1, ms);
}
