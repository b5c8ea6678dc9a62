import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../postgres/schema.ts";
import type { Job, JobProgress, Queues, JobState } from "../queues.ts";

type Handler = (job: Job<object>) => Promise<void>;

interface Entry {
  readonly id: string;
  readonly queue: string;
  readonly data: object;
  readonly key: string | undefined;
  /** Of the transaction that it was sent in, until that has ended. */
  transaction: string | undefined;
  status: JobState["status"];
  progress: JobProgress | null;
  readonly ending: AbortController;
}

export interface HandRunQueues {
  readonly queues: Queues;
  /** What waits, in order; what a transaction sent that has not ended included. */
  readonly waiting: readonly { readonly queue: string; readonly data: object }[];
  /** Runs what waits; a job that fails waits again, and its error is thrown. */
  readonly runAll: () => Promise<void>;
  /** Runs a periodic task. */
  readonly tick: (name: string) => Promise<void>;
}

const isOpen = ({ status }: Entry): boolean => status === "waiting" || status === "running";

class HandRun implements Queues {
  readonly #db: Db;
  readonly #onFailure: (queue: string) => void;
  readonly #handlers = new Map<string, Handler>();
  readonly periodic = new Map<string, () => Promise<void>>();
  entries: Entry[] = [];

  constructor(db: Db, onFailure: (queue: string) => void) {
    this.#db = db;
    this.#onFailure = onFailure;
  }

  async send<T extends object>(
    queue: string,
    data: T,
    { key, within }: { key?: string; within?: Db } = {},
  ): Promise<string | undefined> {
    await this.#settle();
    const taken = (entry: Entry): boolean =>
      isOpen(entry) && entry.queue === queue && entry.key === key;
    if (key !== undefined && this.entries.some(taken)) return undefined;
    const sent: Entry = {
      id: randomUUID(),
      queue,
      data,
      key,
      transaction: within === undefined ? undefined : await transactionOf(within),
      status: "waiting",
      progress: null,
      ending: new AbortController(),
    };
    this.entries.push(sent);
    return sent.id;
  }

  async work<T extends object>(
    queue: string,
    _options: { concurrency: number },
    handler: (job: Job<T>) => Promise<void>,
  ): Promise<void> {
    this.#handlers.set(queue, handler as unknown as Handler);
  }

  async read(queue: string, id: string): Promise<JobState | undefined> {
    await this.#settle();
    const found = this.entries.find((entry) => entry.id === id && entry.queue === queue);
    return found && { status: found.status, progress: found.progress };
  }

  async cancel(queue: string, id: string): Promise<void> {
    const found = this.entries.find((entry) => entry.id === id && entry.queue === queue);
    if (found === undefined || !isOpen(found)) return;
    Object.assign(found, { status: "cancelled", progress: null });
    found.ending.abort(new Error("the job was cancelled"));
  }

  async every(name: string, _seconds: number, task: () => Promise<void>): Promise<void> {
    this.periodic.set(name, task);
  }

  async stop(): Promise<void> {
    for (const { ending } of this.entries) ending.abort(new Error("the worker stops"));
  }

  /** Runs the next job that may run; answers whether there was one. */
  async runNext(): Promise<boolean> {
    await this.#settle();
    const next = this.entries.find(
      ({ status, transaction, queue }) =>
        status === "waiting" && transaction === undefined && this.#handlers.has(queue),
    );
    if (next === undefined) return false;
    next.status = "running";
    const { id, data, ending } = next;
    const report = async (progress: JobProgress): Promise<void> => void (next.progress = progress);
    try {
      await this.#handlers.get(next.queue)!({ id, data, signal: ending.signal, report });
      if (isOpen(next)) next.status = "done";
    } catch (error) {
      if (!isOpen(next)) return true;
      next.status = "waiting";
      this.entries = [...this.entries.filter((entry) => entry !== next), next];
      this.#onFailure(next.queue);
      throw error;
    } finally {
      next.progress = null;
    }
    return true;
  }

  /** Forgets what was sent in transactions that were rolled back. */
  async #settle(): Promise<void> {
    for (const entry of this.entries.filter(({ transaction }) => transaction !== undefined)) {
      const { rows } = await sql<{ status: string }>`
        SELECT pg_xact_status(${entry.transaction}::text::xid8) AS status`.execute(this.#db);
      const status = rows[0]?.status;
      if (status === "committed") entry.transaction = undefined;
      if (status === "aborted") this.entries = this.entries.filter((other) => other !== entry);
    }
  }
}

async function transactionOf(within: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    SELECT pg_current_xact_id()::text AS id`.execute(within);
  return rows[0]!.id;
}

/** Queues that wait until a test runs them, one after the other. */
export function handRunQueues(
  db: Db,
  onFailure: (queue: string) => void = () => {},
): HandRunQueues {
  const queues = new HandRun(db, onFailure);
  return {
    queues,
    get waiting() {
      return queues.entries.filter(({ status }) => status === "waiting");
    },
    runAll: async () => {
      while (await queues.runNext());
    },
    tick: (name) => queues.periodic.get(name)!(),
  };
}
