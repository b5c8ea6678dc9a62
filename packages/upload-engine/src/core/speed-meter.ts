const SAMPLES = 10;

/**
 * Smooths a speed over its last 10 samples; zero samples are left out unless all are zero
 * (document 2, section 9).
 */
export class SpeedMeter {
  #samples: number[] = [];

  /** Adds one measured speed in bytes per second. */
  add(bytesPerSecond: number): void {
    this.#samples = [...this.#samples, Math.max(0, bytesPerSecond)].slice(-SAMPLES);
  }

  get bytesPerSecond(): number {
    const moving = this.#samples.filter((sample) => sample > 0);
    if (moving.length === 0) return 0;
    return moving.reduce((sum, sample) => sum + sample, 0) / moving.length;
  }

  reset(): void {
    this.#samples = [];
  }
}
