import type { Clock } from "../../ports/uploader-ports.ts";

const SAMPLES = 10;
const SAMPLE_MS = 1_000;

/**
 * Measures a speed once a second and smooths it over the last 10 samples; zero samples are left out
 * unless all are zero (document 2, section 9).
 */
export class SpeedMeter {
  readonly #clock: Clock;
  #samples: number[] = [];
  #cancel: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Measures until it is stopped; a total that went back counts as no movement. */
  start(totalBytes: () => number, onSample: () => void): void {
    this.stop();
    let before = { at: this.#clock.now(), bytes: totalBytes() };
    const sample = (): void => {
      const now = { at: this.#clock.now(), bytes: totalBytes() };
      const speed = ((now.bytes - before.bytes) * 1000) / Math.max(1, now.at - before.at);
      this.#samples = [...this.#samples, Math.max(0, speed)].slice(-SAMPLES);
      before = now;
      onSample();
      this.#cancel = this.#clock.after(SAMPLE_MS, sample);
    };
    this.#cancel = this.#clock.after(SAMPLE_MS, sample);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#samples = [];
  }

  get bytesPerSecond(): number {
    const moving = this.#samples.filter((sample) => sample > 0);
    if (moving.length === 0) return 0;
    return moving.reduce((sum, sample) => sum + sample, 0) / moving.length;
  }
}

/** A piece takes about 10 s and lands at once: a shorter span would hold none or one by chance. */
const SPAN_MS = 20_000;
const LEAST_SPANS = 2;
const MOST_SPANS = 5;

/** How many source bytes the store had acknowledged at a moment of the clock, in milliseconds. */
export interface Acknowledged {
  readonly at: number;
  readonly bytes: number;
}

/** Seconds; without a most where part of the time just measured carried nothing. */
export interface TimeLeft {
  readonly leastSeconds: number;
  readonly mostSeconds?: number;
}

/**
 * The time an upload still needs, from the spread of the acknowledged pace.
 *
 * run/L1 the pace is measured over spans of 20 s, the latest 5, back from the latest record;
 * run/L2 with fewer than 2 spans, or none that carried anything, nothing is said;
 * run/L3 the fastest span gives the least, the slowest the most;
 * run/L4 a span that carried nothing leaves the most open.
 *
 * `history` is in order of time; undefined where nothing can be said.
 */
export function timeLeft(
  history: readonly Acknowledged[],
  remainingBytes: number,
): TimeLeft | undefined {
  const paces = spanPaces(history);
  const fastest = Math.max(0, ...paces);
  if (paces.length < LEAST_SPANS || fastest === 0) return undefined;
  const slowest = Math.min(...paces);
  const leastSeconds = remainingBytes / fastest;
  return slowest === 0 ? { leastSeconds } : { leastSeconds, mostSeconds: remainingBytes / slowest };
}

/** run/L1 Bytes a second of each span, the latest first. */
function spanPaces(history: readonly Acknowledged[]): number[] {
  const paces: number[] = [];
  let end = history.at(-1);
  for (const record of history.toReversed()) {
    if (end === undefined || paces.length === MOST_SPANS) break;
    const milliseconds = end.at - record.at;
    if (milliseconds < SPAN_MS) continue;
    paces.push((Math.max(0, end.bytes - record.bytes) * 1000) / milliseconds);
    end = record;
  }
  return paces;
}

/** How long a record is useful, in milliseconds: a late one ends its span late. */
const HISTORY_MS = (MOST_SPANS + 1) * SPAN_MS;

/** A history with one more record, as far back as it is useful. */
export const withRecord = (
  history: readonly Acknowledged[],
  record: Acknowledged,
): readonly Acknowledged[] => [...history.filter(({ at }) => record.at - at <= HISTORY_MS), record];

/** What the upload waits for while nothing moves. */
type StallCause = "store" | "link" | "compression" | "drive" | "turn" | "retry";

export interface Stall {
  readonly cause: StallCause;
  /** Milliseconds of the engine's clock. */
  readonly since: number;
  /** When the failed task is sent again; of a retry only. */
  readonly retryAt?: number;
}

/** No shorter time counts: a piece takes about as long to be acknowledged. */
const STALL_MS = 10_000;

/** What a stall is read from: the tasks under way, and when the first deferred one is due. */
interface Queue {
  active(): Iterable<{ readonly state: string }>;
  nextDue(): number | undefined;
}

/**
 * Why nothing is sent, by the task under way that has come furthest.
 *
 * run/T0 a store that has no room is why from the moment that it says so;
 * run/T1 where something is being posted, the link takes nothing, or the store acknowledges nothing;
 * run/T2 else a ready object waits for its turn: for an authorisation, or for a limit;
 * run/T3 else the upload waits for compression, or for the drive;
 * run/T4 else a failed task waits until its time.
 */
function causeOf(queue: Queue): Omit<Stall, "since"> | undefined {
  const states = new Set(Array.from(queue.active(), ({ state }) => state));
  if (states.has("UPLOADING")) return { cause: "link" };
  if (states.has("WAITING")) return { cause: "turn" };
  if (states.has("COMPRESSING")) return { cause: "compression" };
  if (states.has("READING")) return { cause: "drive" };
  const retryAt = queue.nextDue();
  return retryAt === undefined ? undefined : { cause: "retry", retryAt };
}

/** Notices while sending that nothing moves: no byte is handed over, and none is acknowledged. */
export class StallWatch {
  readonly #clock: Clock;
  #bytes = 0;
  #since: number | undefined;
  #fullSince: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  start(): void {
    this.#since = this.#clock.now();
  }

  stop(): void {
    this.#fullSince = undefined;
    this.#since = undefined;
  }

  storeFull(isFull: boolean): void {
    this.#fullSince = isFull ? (this.#fullSince ?? this.#clock.now()) : undefined;
  }

  /** All bytes that were handed over or acknowledged so far. */
  moved(bytes: number): void {
    if (this.#since !== undefined && bytes !== this.#bytes) this.#since = this.#clock.now();
    this.#bytes = bytes;
  }

  of(queue: Queue): Stall | undefined {
    if (this.#fullSince !== undefined) return { cause: "store", since: this.#fullSince };
    const since = this.#since;
    if (since === undefined || this.#clock.now() - since < STALL_MS) return undefined;
    const cause = causeOf(queue);
    return cause && { ...cause, since };
  }
}

/** A limit of sending, which may hold at some hours of the day alone. */
export interface HourlyLimit {
  /** On the wire, over all connections. */
  readonly bytesPerSecond: number;
  /** Minutes of the local day between which it holds, over midnight where `to` is the lesser. */
  readonly hours?: { readonly from: number; readonly to: number };
}

/** The bytes per second that a limit allows at a time; undefined for as many as the link takes. */
export function rateAt(limit: HourlyLimit | undefined, time: Date): number | undefined {
  if (limit?.hours === undefined) return limit?.bytesPerSecond;
  const { from, to } = limit.hours;
  const minute = time.getHours() * 60 + time.getMinutes();
  const holds = from <= to ? from <= minute && minute < to : from <= minute || minute < to;
  return holds ? limit.bytesPerSecond : undefined;
}
