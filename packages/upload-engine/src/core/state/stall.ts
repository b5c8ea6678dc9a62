import type { Clock } from "../../ports/uploader-ports.ts";
import type { TaskQueue } from "./task-queue.ts";

/** What is waited for while nothing moves. */
type StallCause = "store" | "link" | "compression" | "drive" | "turn" | "retry";

export interface Stall {
  readonly cause: StallCause;
  /** Milliseconds of the engine's clock. */
  readonly since: number;
  /** When what failed is sent again; only of a retry. */
  readonly retryAt?: number;
}

/** No shorter time counts: a piece takes about as long to be acknowledged. */
const STANDSTILL_MS = 10_000;

type Queue = Pick<TaskQueue, "active" | "nextDue">;

/**
 * Why nothing is sent, by what is furthest of all that is under way.
 *
 * stall/S0 a store that has no room is why from the moment that it says so;
 * stall/S1 where something is being posted, the link takes nothing, or the store acknowledges nothing;
 * stall/S2 else what is ready to be posted has its turn to wait for: an authorisation, or a limit;
 * stall/S3 else what is being compressed, or read, is waited for;
 * stall/S4 else what failed has its time to wait for.
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
    if (since === undefined || this.#clock.now() - since < STANDSTILL_MS) return undefined;
    const cause = causeOf(queue);
    return cause && { ...cause, since };
  }
}
