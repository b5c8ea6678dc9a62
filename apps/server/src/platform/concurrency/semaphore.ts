/** Lets so many tasks run at once; others wait for their turn in order, of which no more than so many. */
export class Semaphore {
  readonly #most: { readonly atOnce: number; readonly waiting: number };
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: { readonly atOnce: number; readonly waiting: number }) {
    this.#most = most;
  }

  /** Whether one more task would find no place. */
  get full(): boolean {
    return this.#running >= this.#most.atOnce && this.#waiting.length >= this.#most.waiting;
  }

  /** Runs a task when it is its turn; a caller looks at {@link full} first. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most.atOnce)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      // The place goes to the next one.
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
