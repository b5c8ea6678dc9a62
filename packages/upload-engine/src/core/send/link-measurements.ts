/** A call that takes this much longer than the shortest one waited in a queue. */
const QUEUED_TIMES = 1.5;
const QUEUED_MS = 50;
/** A poor link may delay a call or two without being full, and a full one may be idle for a moment. */
const FULL_MS = 3_000;
const FREE_MS = 1_000;

/**
 * How long calls of the API take, which share the link with the posts. Where they wait behind the posts
 * the link is full (LEDBAT, RFC 6817, tells it by the same sign).
 */
export class RoundTrips {
  #shortestMs = Infinity;
  #latest: { readonly began: number; readonly ms: number } | undefined;
  /** Since when each call waited in a queue, or none did, and until when. */
  #alike = { isFull: false, since: 0, until: 0 };

  answered(began: number, now: number): void {
    const ms = now - began;
    this.#shortestMs = Math.min(this.#shortestMs, ms);
    if (began >= (this.#latest?.began ?? -Infinity)) this.#latest = { began, ms };
    const { isFull } = this;
    const since = isFull === this.#alike.isFull ? this.#alike.since : now;
    this.#alike = { isFull, since, until: now };
  }

  /** Milliseconds; undefined until one was answered. */
  get shortestMs(): number | undefined {
    return this.#shortestMs === Infinity ? undefined : this.#shortestMs;
  }

  /** Whether the latest call waited in a queue. */
  get isFull(): boolean {
    return this.isQueued(-Infinity) === true;
  }

  /** Whether all calls of 3 s waited in a queue. */
  get isLastinglyFull(): boolean {
    const { isFull, since, until } = this.#alike;
    return isFull && until - since >= FULL_MS;
  }

  /** Whether no call of a second did. */
  get isLastinglyFree(): boolean {
    const { isFull, since, until } = this.#alike;
    return !isFull && until - since >= FREE_MS;
  }

  /** Whether no call of the last `ms` milliseconds was answered. */
  isOlderThan(ms: number, now: number): boolean {
    return now - (this.#latest?.began ?? -Infinity) > ms;
  }

  /** Whether the latest call waited in one; undefined where none was begun since then. */
  isQueued(since: number): boolean | undefined {
    if (this.#latest === undefined || this.#latest.began < since) return undefined;
    return this.#latest.ms > QUEUED_TIMES * this.#shortestMs + QUEUED_MS;
  }
}

/** A link that breaks takes all its connections with it, one after the other. */
const ONE_BREAK_MS = 5_000;
const MOST_BREAKS = 6;
/** A link that broke within this time from the first post on shows that it does. */
const TRIED_MS = 20_000;
/** After this many times the time between breaks they are over. */
const PASSED = 3;

/** When a link's connections broke; losses of one moment count once. */
export class ConnectionLosses {
  /** When the first post began and connections broke. */
  #times: readonly number[] = [];

  began(now: number): void {
    if (this.#times.length === 0) this.#times = [now];
  }

  broken(now: number): void {
    if (now - (this.#times.at(-1) ?? -Infinity) >= ONE_BREAK_MS)
      this.#times = [...this.#times, now].slice(-MOST_BREAKS);
  }

  /** Mean milliseconds between two, or from the first post on; Infinity where none broke or they are over. */
  betweenMs(now: number): number {
    const [first, ...others] = this.#times;
    const last = others.at(-1);
    if (first === undefined || last === undefined) return Infinity;
    const mean = (last - first) / others.length;
    return now - last > PASSED * mean ? Infinity : mean;
  }

  /** Whether posts are under way for too short a time to know; as many breaks as are kept take longer. */
  areUntried(now: number): boolean {
    return now - (this.#times[0] ?? -Infinity) < TRIED_MS;
  }

  /** Whether connections break. */
  areKnown(now: number): boolean {
    return this.betweenMs(now) < Infinity;
  }
}

/** From this on a link is worth more than what a few connections of a poor one are. */
const FAST_LINK_BYTES_PER_SECOND = 50_000_000;
/** A link may change within half a minute: older posts say nothing of it. */
const MEMORY_MS = 30_000;
/** The latest that are kept however old. */
const LEAST_SAMPLES = 2;
const MOST_SAMPLES = 12;

/** When a post began, and how many were under way until then: the integral of their number over time. */
export interface PostStart {
  readonly at: number;
  readonly connectionMs: number;
}

/** The bytes that an answered post carried. */
export interface Carried {
  readonly storedBytes: number;
  readonly sourceBytes: number;
  readonly zipped: boolean;
}

/** A post that the store answered as stored. */
export interface Acknowledgement extends Carried {
  readonly began: number;
  readonly ended: number;
  /** Posts under way at once, on average of its time. */
  readonly connections: number;
}

/** Stored bytes a second that one acknowledged post stands for, of its own connection. */
const paceOf = ({ storedBytes, began, ended }: Acknowledgement): number =>
  (storedBytes * 1000) / Math.max(1, ended - began);

/**
 * The pace of a link, by the bytes that the store acknowledged: bytes in a buffer do not count.
 *
 * link/K1 a post counts when it is answered as stored, spread over its whole time;
 * link/K2 all connections together carry its pace times the connections that shared the link;
 * link/K3 the latest half minute counts, a post by its bytes: short posts are mostly waiting.
 */
export class AckRate {
  #active = 0;
  #measuredAt = 0;
  #connectionMs = 0;
  #samples: Acknowledgement[] = [];

  begin(now: number): PostStart {
    this.#measure(now);
    this.#active++;
    return { at: now, connectionMs: this.#connectionMs };
  }

  /** Ends a post that was not answered as stored. */
  end(now: number): void {
    this.#measure(now);
    this.#active--;
  }

  acknowledge(start: PostStart, carried: Carried, now: number): Acknowledgement {
    this.end(now);
    const time = now - start.at;
    const shared = this.#connectionMs - start.connectionMs;
    const connections = time > 0 ? Math.max(1, shared / time) : 1;
    const sample = { ...carried, began: start.at, ended: now, connections };
    const fresh = this.#samples.filter(
      ({ ended }, i) => i < LEAST_SAMPLES - 1 || ended >= now - MEMORY_MS,
    );
    this.#samples = [sample, ...fresh].slice(0, MOST_SAMPLES);
    return sample;
  }

  /** Stored bytes a second on one connection; undefined until a post was acknowledged. */
  get connectionBytesPerSecond(): number | undefined {
    return meanPace(this.#samples, paceOf);
  }

  /** Stored bytes a second on all connections together. */
  get bytesPerSecond(): number | undefined {
    return meanPace(this.#samples, sharedPaceOf);
  }

  get isFast(): boolean {
    return (this.bytesPerSecond ?? 0) >= FAST_LINK_BYTES_PER_SECOND;
  }

  /** Stored bytes for each source byte in the latest compressed posts; 1 without any. */
  get compressionRatio(): number {
    const zipped = this.#samples.filter((sample) => sample.zipped);
    const source = zipped.reduce((sum, { sourceBytes }) => sum + sourceBytes, 0);
    const stored = zipped.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
    return source === 0 ? 1 : stored / source;
  }

  /** Source bytes of the longest post acknowledged lately. */
  get longestBytes(): number {
    return Math.max(0, ...this.#samples.map(({ sourceBytes }) => sourceBytes));
  }

  #measure(now: number): void {
    this.#connectionMs += this.#active * (now - this.#measuredAt);
    this.#measuredAt = now;
  }
}

/** link/K3 The mean of a pace over acknowledged posts, weighted by their bytes. */
function meanPace(
  samples: readonly Acknowledgement[],
  pace: (sample: Acknowledgement) => number,
): number | undefined {
  const bytes = samples.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  if (bytes === 0) return undefined;
  const weighted = samples.reduce((sum, sample) => sum + pace(sample) * sample.storedBytes, 0);
  return weighted / bytes;
}

/** link/K2 Stored bytes a second of all connections, as one post saw them. */
const sharedPaceOf = (sample: Acknowledgement): number => paceOf(sample) * sample.connections;
