import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool } from "pg";

/** A pool of connections that is lent to one test: it ends for the test alone, and stays open. */
export class LentPool implements PostgresPool {
  readonly #pool: Pool;
  readonly #held = new Set<Promise<void>>();
  #isEnded = false;
  readonly options: Pool["options"];

  constructor(pool: Pool) {
    this.#pool = pool;
    this.options = pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    if (this.#isEnded) throw new Error("the test that this database was lent to has ended");
    const released = Promise.withResolvers<void>();
    this.#held.add(released.promise);
    const giveBack = (): void => {
      this.#held.delete(released.promise);
      released.resolve();
    };
    try {
      const client = await this.#pool.connect();
      const release = client.release.bind(client);
      client.release = (problem) => {
        release(problem);
        giveBack();
      };
      return client;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** Waits for what is still connected, and connects nothing more. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await Promise.all(this.#held);
  }
}
