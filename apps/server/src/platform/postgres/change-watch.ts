import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

export interface ChangeWatchOptions {
  readonly url: string;
  /** What changes are notified on; letters and underscores. */
  readonly channel: string;
  /** Milliseconds of a clock that only runs forward. */
  readonly now: () => number;
  /** Called for connections that were lost; a new one is tried every second. */
  readonly onLoss: (error: unknown) => void;
  /** How often a notification of our own checks that the channel delivers; 1,500 ms by default. */
  readonly probeMs?: number;
}

const PROBE_MS = 1_500;
const RETRY_MS = 1_000;
/** Payload of our own notifications, which stand for no change. */
const PROBE = "probe";

/**
 * Follows whether anything that a channel is notified of has changed, on a connection of its own. A
 * notification checks every few seconds that the channel delivers: behind a connection pooler that
 * swallows notifications, after a lost connection, or in a process that is stuck, the version is
 * undefined, so that silence is never relied on.
 */
export class ChangeWatch {
  readonly #options: ChangeWatchOptions;
  readonly #stopping = new AbortController();
  readonly #done: Promise<void>;
  #version = 0;
  #probedAt = -Infinity;

  constructor(options: ChangeWatchOptions) {
    this.#options = options;
    this.#done = this.#run();
  }

  /**
   * Another number whenever something may have changed; undefined while that is not known, and then
   * nothing may be remembered.
   */
  version(): number | undefined {
    const age = this.#options.now() - this.#probedAt;
    return age < 2 * (this.#options.probeMs ?? PROBE_MS) ? this.#version : undefined;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#done;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#listen().catch((error: unknown) => {
        if (!signal.aborted) this.#options.onLoss(error);
      });
      this.#probedAt = -Infinity;
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Listens until the connection is lost or the watch stops. */
  async #listen(): Promise<void> {
    const { url, channel, probeMs = PROBE_MS } = this.#options;
    const { signal } = this.#stopping;
    const client = new pg.Client({
      connectionString: url,
      application_name: "swath changes",
      connectionTimeoutMillis: 10_000,
      query_timeout: 2 * probeMs,
    });
    // No promise that lives as long as the connection: whatever is raced with one is held by it.
    const lost = new AbortController();
    client.on("error", (error) => lost.abort(error));
    client.on("end", () => lost.abort(new Error("the connection ended")));
    const over = AbortSignal.any([signal, lost.signal]);
    client.on("notification", ({ payload }) => this.#receive(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      // Changes before this went unnoticed.
      this.#version += 1;
      while (!over.aborted) {
        await client.query(`NOTIFY ${channel}, '${PROBE}'`);
        await sleep(probeMs, undefined, { signal: over }).catch(() => undefined);
      }
      lost.signal.throwIfAborted();
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  #receive(payload: string | undefined): void {
    // Any server's probe came the same way as a change would have.
    if (payload === PROBE) this.#probedAt = this.#options.now();
    else this.#version += 1;
  }
}
