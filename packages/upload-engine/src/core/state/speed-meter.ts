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
