/** Bytes held in memory against what the device can spare; a first one is always allowed. */
export class MemoryBudget {
  readonly #limit: number;
  #held = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  fits(bytes: number): boolean {
    return bytes === 0 || this.#held === 0 || this.#held + bytes <= this.#limit;
  }

  hold(bytes: number): void {
    this.#held += bytes;
  }

  release(bytes: number): void {
    this.#held -= bytes;
  }
}
