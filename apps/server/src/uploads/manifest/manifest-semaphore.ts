import { AppError } from "@swath/contract/errors";

/** Manifests that one process reads at once; each takes some 100 MB at most. */
const LANES = 2;
/** Manifests of one person that may wait here, the one that is read included. */
const MOST_OF_PERSON = 4;
const RETRY_SECONDS = 5;

interface Waiting {
  readonly person: string;
  readonly begin: () => void;
}

/**
 * Who may have a manifest read next: one of a person at a time, so that nobody holds up all others,
 * and few of all together.
 */
export class ManifestSemaphore {
  readonly #ofPerson = new Map<string, number>();
  readonly #reading = new Set<string>();
  readonly #waiting: Waiting[] = [];

  /** Counts a manifest of a person from its first byte on; throws TOO_MANY_REQUESTS. */
  async accept<T>(person: string, task: () => Promise<T>): Promise<T> {
    const count = (this.#ofPerson.get(person) ?? 0) + 1;
    if (count > MOST_OF_PERSON)
      throw new AppError("TOO_MANY_REQUESTS", "other folders of yours are being compared", {
        retryAfterSeconds: RETRY_SECONDS,
      });
    this.#ofPerson.set(person, count);
    try {
      return await task();
    } finally {
      const left = this.#ofPerson.get(person)! - 1;
      if (left === 0) this.#ofPerson.delete(person);
      else this.#ofPerson.set(person, left);
    }
  }

  /** Runs a task when it is its person's turn. */
  async take<T>(person: string, task: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ person, begin });
      this.#next();
    });
    try {
      return await task();
    } finally {
      this.#reading.delete(person);
      this.#next();
    }
  }

  #next(): void {
    while (this.#reading.size < LANES) {
      const index = this.#waiting.findIndex(({ person }) => !this.#reading.has(person));
      const [next] = index === -1 ? [] : this.#waiting.splice(index, 1);
      if (next === undefined) return;
      this.#reading.add(next.person);
      next.begin();
    }
  }
}
