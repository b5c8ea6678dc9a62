/** What a turn is for, and what it takes of what is shared. */
export interface Share {
  /** Who it counts for, such as an upload. */
  readonly of: string;
  /** In the unit of what is shared, such as bytes; 0 counts for nobody. */
  readonly takes: number;
}

/** Those that have had no more than all others are forgotten beyond so many. */
const MOST_KEPT = 1_000;

/**
 * Lets a number of tasks run at once, evenly among those that they count for (start-time fair queueing;
 * Goyal, Vin, Cheng, SIGCOMM 1996).
 *
 * - connection/C9 While fewer tasks run than may, one begins at once.
 * - connection/C10 A free place goes to the waiting one that has had the least, among equals in
 *   rotation; of its own tasks to the oldest.
 * - connection/C11 One that was away begins with what the last one that began had had: being away saves
 *   up nothing for later, and a newcomer holds up nobody.
 * - connection/C12 A task that fails gives its place on.
 */
export class FairQueue {
  readonly #atOnce: number;
  /** What each has had, counted on from where it came. */
  readonly #had = new Map<string, number>();
  readonly #waiting = new Map<string, { readonly takes: number; readonly begin: () => void }[]>();
  #running = 0;
  #awaited = 0;
  /** What the last one that began had had by then. */
  #level = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** How many tasks wait for their turn. */
  get waiting(): number {
    return this.#awaited;
  }

  /** Runs a task when it is its turn; returns or throws what it does. */
  async run<T>({ of, takes }: Share, task: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>();
    const own = this.#waiting.get(of) ?? this.#arrive(of);
    this.#awaited += 1;
    own.push({ takes, begin: () => resolve((async () => task())()) });
    this.#beginNext();
    try {
      return await promise;
    } finally {
      this.#running -= 1;
      this.#beginNext();
    }
  }

  #arrive(of: string): { takes: number; begin: () => void }[] {
    this.#had.set(of, Math.max(this.#had.get(of) ?? 0, this.#level));
    this.#waiting.set(of, []);
    return this.#waiting.get(of)!;
  }

  #beginNext(): void {
    if (this.#running >= this.#atOnce) return;
    const of = this.#leastServed();
    if (of === undefined) return;
    const own = this.#waiting.get(of)!;
    const { takes, begin } = own.shift()!;
    this.#waiting.delete(of);
    if (own.length > 0) this.#waiting.set(of, own);
    this.#level = this.#had.get(of)!;
    this.#had.set(of, this.#level + takes);
    this.#awaited -= 1;
    this.#running += 1;
    if (this.#had.size > MOST_KEPT) this.#forget();
    begin();
  }

  #leastServed(): string | undefined {
    let [least, found]: [number, string | undefined] = [Infinity, undefined];
    for (const of of this.#waiting.keys()) {
      const had = this.#had.get(of)!;
      // Nobody who waits has had less than the level.
      if (had <= this.#level) return of;
      if (had < least) [least, found] = [had, of];
    }
    return found;
  }

  /** Who has had no more than the level would begin there anyway. */
  #forget(): void {
    for (const [of, had] of this.#had)
      if (had <= this.#level && !this.#waiting.has(of)) this.#had.delete(of);
  }
}
