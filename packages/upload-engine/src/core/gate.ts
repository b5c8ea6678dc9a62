/** Lets at most so many through at once; of those who wait, the one of the lowest order first. */
export class Gate {
  #free: number;
  #waiting: { readonly order: number; readonly open: () => void }[] = [];

  constructor(limit: number) {
    this.#free = limit;
  }

  async enter(order: number): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await new Promise<void>((open) => {
      this.#waiting.push({ order, open });
    });
  }

  leave(): void {
    const next = this.#waiting.toSorted((a, b) => a.order - b.order)[0];
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#waiting = this.#waiting.filter((other) => other !== next);
    next.open();
  }
}
