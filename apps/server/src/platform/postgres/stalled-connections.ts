import pg from "pg";
import { systemTimers, type Timers } from "../clock/clock.ts";

const STALLED_MS = 10_000;
const ANSWER_MS = 5_000;

/** The session that executes a statement, if it does. */
const SESSIONS = "SELECT pid FROM pg_stat_activity WHERE pid = ANY($1) AND state = 'active'";

const sessionOf = (client: pg.Client): number =>
  (client as pg.Client & { readonly processID: number }).processID;

export interface StalledOptions {
  /** How long a statement may be without an answer before its session is looked for; 10,000 ms by default. */
  readonly stalledMs?: number;
  /** How long PostgreSQL may take to answer that; 5,000 ms by default. */
  readonly answerMs?: number;
  readonly timers?: Timers;
}

/**
 * Ends connections that wait for an answer which never comes: after a cut of the network their
 * session may be gone, or never have received the statement, and TCP itself notices only minutes
 * later. PostgreSQL is queried over another connection; a statement that it executes is left alone,
 * however long it takes, and so are all while it cannot be reached.
 */
export class StalledConnections {
  readonly #url: string;
  readonly #stalledMs: number;
  /** Since when a connection waits for its latest statement, ms. */
  readonly #waiting = new Map<pg.Client, number>();
  readonly #answerMs: number;
  readonly #timers: Timers;
  #isExamining = false;

  constructor(
    url: string,
    { stalledMs = STALLED_MS, answerMs = ANSWER_MS, timers = systemTimers }: StalledOptions = {},
  ) {
    this.#url = url;
    this.#stalledMs = stalledMs;
    this.#answerMs = answerMs;
    this.#timers = timers;
  }

  /** Notes that a connection waits until a statement's result is there. */
  watch(client: pg.Client, result: unknown): unknown {
    if (!(result instanceof Promise)) return result;
    const since = this.#timers.now();
    this.#waiting.set(client, since);
    if (!this.#isExamining) this.#examineLater();
    const ended = (): void => {
      if (this.#waiting.get(client) === since) this.#waiting.delete(client);
    };
    result.then(ended, ended);
    return result;
  }

  async #examine(): Promise<void> {
    const limit = this.#timers.now() - this.#stalledMs;
    const stalled = [...this.#waiting].filter(([, since]) => since < limit);
    const active = stalled.length === 0 ? undefined : await this.#active(stalled).catch(() => {});
    for (const [client, since] of active === undefined ? [] : stalled)
      if (this.#waiting.get(client) === since && !active?.has(sessionOf(client)))
        void client.end().catch(() => {});
    this.#isExamining = false;
    if (this.#waiting.size > 0) this.#examineLater();
  }

  #examineLater(): void {
    this.#isExamining = true;
    this.#timers.after(this.#stalledMs / 2, () => void this.#examine());
  }

  /** The sessions that execute a statement; undefined where their numbers are not PostgreSQL's own. */
  async #active(
    stalled: readonly (readonly [pg.Client, number])[],
  ): Promise<ReadonlySet<number> | undefined> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: this.#answerMs,
      query_timeout: this.#answerMs,
    });
    client.on("error", () => {});
    try {
      await client.connect();
      const pids = [...stalled.map(([each]) => sessionOf(each)), sessionOf(client)];
      const { rows } = await client.query<{ pid: number }>(SESSIONS, [pids]);
      const found = new Set(rows.map(({ pid }) => pid));
      return found.has(sessionOf(client)) ? found : undefined;
    } finally {
      await client.end().catch(() => {});
    }
  }
}
