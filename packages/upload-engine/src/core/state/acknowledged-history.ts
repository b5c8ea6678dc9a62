import type { Clock } from "../../ports/uploader-ports.ts";
import { type Acknowledged, HISTORY_MS, timeLeft, type TimeLeft } from "./time-left.ts";

/** What the store had acknowledged at each moment of one sending, as far back as it is of use. */
export class AcknowledgedHistory {
  readonly #clock: Clock;
  #records: readonly Acknowledged[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  record(bytes: number): void {
    const at = this.#clock.now();
    const fresh = this.#records.filter((record) => at - record.at <= HISTORY_MS);
    this.#records = [...fresh, { at, bytes }];
  }

  /** What landed before a sending says nothing of its pace. */
  clear(): void {
    this.#records = [];
  }

  timeLeft(remainingBytes: number): TimeLeft | undefined {
    return timeLeft(this.#records, remainingBytes);
  }
}
