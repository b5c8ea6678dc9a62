/** A person's wish that a run begins nothing more, and when nothing of it is under way any more. */
export class Hold {
  readonly #request = new AbortController();
  readonly #reached = Promise.withResolvers<void>();

  /** Aborts once nothing more is to be begun. */
  get requested(): AbortSignal {
    return this.#request.signal;
  }

  /** Settles once nothing is under way, or the run has ended. */
  get reached(): Promise<void> {
    return this.#reached.promise;
  }

  request(): void {
    this.#request.abort();
  }

  reach(): void {
    this.#reached.resolve();
  }
}
