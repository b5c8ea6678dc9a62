/**
 * Gives out so many slots at once; of those who wait, the lowest order is next. Own code: p-queue
 * schedules whole tasks, while these slots are held by one task several at a time.
 */
export class PrioritySemaphore {
  #free: number;
  #waiting: { readonly order: number; readonly resolve: () => void }[] = [];

  constructor(slots: number) {
    this.#free = slots;
  }

  async acquire(order: number): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await new Promise<void>((resolve) => {
      this.#waiting.push({ order, resolve });
    });
  }

  release(): void {
    const next = this.#waiting.toSorted((a, b) => a.order - b.order)[0];
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#waiting = this.#waiting.filter((other) => other !== next);
    next.resolve();
  }
}
