/** What to undo, last first: each step runs even where an earlier one failed. */
export class StopList {
  readonly #steps: { name: string; stop: () => Promise<unknown> }[] = [];

  add(name: string, stop: () => Promise<unknown>): void {
    this.#steps.push({ name, stop });
  }

  async run(onFailure: (name: string, error: unknown) => void): Promise<void> {
    for (const { name, stop } of this.#steps.splice(0).toReversed()) {
      try {
        await stop();
      } catch (error) {
        onFailure(name, error);
      }
    }
  }
}
