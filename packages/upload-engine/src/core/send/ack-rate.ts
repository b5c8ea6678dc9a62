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

/** What an answered post carried. */
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
 * The pace of a link, by what the store acknowledged: what only filled a buffer does not count.
 *
 * pace/K1 a post counts when it is answered as stored, spread over its whole time;
 * pace/K2 all connections together carry its pace times the connections that shared the link;
 * pace/K3 the latest half minute counts, a post by its bytes: short posts are mostly waiting.
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

  /** Stored bytes for each source byte of what was compressed lately; 1 where nothing was. */
  get compressionRatio(): number {
    const zipped = this.#samples.filter((sample) => sample.zipped);
    const source = zipped.reduce((sum, { sourceBytes }) => sum + sourceBytes, 0);
    const stored = zipped.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
    return source === 0 ? 1 : stored / source;
  }

  /** Source bytes of the longest that was acknowledged lately. */
  get longestBytes(): number {
    return Math.max(0, ...this.#samples.map(({ sourceBytes }) => sourceBytes));
  }

  #measure(now: number): void {
    this.#connectionMs += this.#active * (now - this.#measuredAt);
    this.#measuredAt = now;
  }
}

/** pace/K3 The mean of a pace over acknowledged posts, weighted by their bytes. */
function meanPace(
  samples: readonly Acknowledgement[],
  pace: (sample: Acknowledgement) => number,
): number | undefined {
  const bytes = samples.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  if (bytes === 0) return undefined;
  const weighted = samples.reduce((sum, sample) => sum + pace(sample) * sample.storedBytes, 0);
  return weighted / bytes;
}

/** pace/K2 */
const sharedPaceOf = (sample: Acknowledgement): number => paceOf(sample) * sample.connections;
