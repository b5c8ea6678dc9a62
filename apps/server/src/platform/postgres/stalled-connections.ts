import pg from "pg";

const STALLED_MS = 10_000;
const CONNECT_MS = 5_000;

/** The session that executes a statement, if it does. */
const SESSIONS = "SELECT pid FROM pg_stat_activity WHERE pid = ANY($1) AND state = 'active'";

const sessionOf = (client: pg.Client): number =>
  (client as pg.Client & { readonly processID: number }).processID;

/**
 * Ends connections that wait for an answer which never comes: after a cut of the network their
 * session may be gone, or never have received the statement, and TCP itself notices only minutes
 * later. PostgreSQL is queried over another connection; a statement that it executes is left alone,
 * however long it takes, and so are all while it cannot be reached.
 */
export class StalledConnections {
  readonly #url: string;
  /** How long a statement may be without an answer before its session is looked for. */
  readonly #stalledMs: number;
  /** Since when a connection waits for its latest statement, ms. */
  readonly #waiting = new Map<pg.Client, number>();
  #isExamining = false;

  constructor(url: string, stalledMs = STALLED_MS) {
    this.#url = url;
    this.#stalledMs = stalledMs;
  }

  /** Notes that a connection waits until a statement's result is there. */
  watch(client: pg.Client, result: unknown): unknown {
    if (!(result instanceof Promise)) return result;
    const since = performance.now();
    this.#waiting.set(client, since);
    if (!this.#isExamining) this.#examineLater();
    const ended = (): void => {
      if (this.#waiting.get(client) === since) this.#waiting.delete(client);
    };
    result.then(ended, ended);
    return result;
  }

  async #examine(): Promise<void> {
    const limit = performance.now() - this.#stalledMs;
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
    setTimeout(() => void this.#examine(), this.#stalledMs / 2).unref();
  }

  /** The sessions that execute a statement; undefined where their numbers are not PostgreSQL's own. */
  async #active(
    stalled: readonly (readonly [pg.Client, number])[],
  ): Promise<ReadonlySet<number> | undefined> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
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
