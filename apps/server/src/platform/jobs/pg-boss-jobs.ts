import { randomUUID } from "node:crypto";
import { fromKysely, PgBoss, type QueueOptions } from "pg-boss";
import type { Job, Jobs } from "./jobs.ts";

export interface JobsOptions {
  /** Told of what goes wrong outside a job's handler: lost connections, warnings. */
  readonly onError: (error: unknown) => void;
  /** Told of a handler that failed; the job is tried again. */
  readonly onFailure: (queue: string, jobId: string, error: unknown) => void;
  /** How long {@link Jobs.stop} waits for handlers after it aborted them; 10,000 ms by default. */
  readonly stopMs?: number;
}

/** A worker unheard of for this long is dead; the shortest that pg-boss takes. */
const HEARTBEAT_SECONDS = 10;
const MONITOR_SECONDS = 2;
const DAY_SECONDS = 86_400;

const LASTING: QueueOptions = {
  heartbeatSeconds: HEARTBEAT_SECONDS,
  // Heartbeats tell the dead from the slow: a job may take its time.
  expireInSeconds: DAY_SECONDS - 1,
  retryLimit: 25,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
};
const PERIODIC: QueueOptions = {
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 3_600,
  // The next turn comes anyhow.
  retryLimit: 0,
  deleteAfterSeconds: 60,
};

/** Runs background work on pg-boss, whose tables stand in the same PostgreSQL (schema `pgboss`). */
export async function openJobs(url: string, options: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: "swath jobs",
    max: 4,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: MONITOR_SECONDS,
    monitorIntervalSeconds: MONITOR_SECONDS,
  });
  boss.on("error", options.onError);
  boss.on("warning", options.onError);
  await boss.start();
  return new PgBossJobs(boss, options);
}

class PgBossJobs implements Jobs {
  readonly #boss: PgBoss;
  readonly #options: JobsOptions;
  readonly #queues = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(boss: PgBoss, options: JobsOptions) {
    this.#boss = boss;
    this.#options = options;
  }

  async send<T extends object>(
    queue: string,
    data: T,
    options: Parameters<Jobs["send"]>[2] = {},
  ): Promise<void> {
    await this.#ensure(queue, LASTING);
    await this.#boss.send(queue, data, {
      // The queue admits one job of each key: one without a key gets its own.
      singletonKey: options.key ?? randomUUID(),
      ...(options.within === undefined ? {} : { db: fromKysely(options.within) }),
    });
  }

  async work<T extends object>(
    queue: string,
    options: { concurrency: number },
    handler: (job: Job<T>) => Promise<void>,
  ): Promise<void> {
    await this.#ensure(queue, LASTING);
    await this.#listen(queue, options.concurrency, handler);
  }

  async every(name: string, seconds: number, task: () => Promise<void>): Promise<void> {
    const queue = `every-${name}`;
    await this.#ensure(queue, PERIODIC);
    await this.#listen(queue, 1, task);
    // Every process asks; of one slot of time, one job is made and one process runs it.
    const ask = () =>
      this.#boss
        .send(queue, {}, { singletonKey: name, singletonSeconds: seconds })
        .catch(this.#options.onError);
    await ask();
    this.#timers.push(setInterval(() => void ask(), seconds * 1000));
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#stopping.abort(new Error("the worker stops"));
    await this.#boss.stop({ graceful: true, timeout: this.#options.stopMs ?? 10_000 });
  }

  #ensure(queue: string, options: QueueOptions): Promise<void> {
    const known = this.#queues.get(queue);
    if (known !== undefined) return known;
    const made = this.#boss.createQueue(queue, { ...options, policy: "exclusive", notify: true });
    this.#queues.set(queue, made);
    made.catch(() => this.#queues.delete(queue));
    return made;
  }

  async #listen<T extends object>(
    queue: string,
    concurrency: number,
    handler: (job: Job<T>) => Promise<void>,
  ): Promise<void> {
    const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 };
    const workers = { localConcurrency: concurrency, batchSize: 1 };
    await this.#boss.work<T>(queue, { ...polling, ...workers }, async (jobs) => {
      for (const { id, data, signal } of jobs) {
        const either = AbortSignal.any([signal, this.#stopping.signal]);
        try {
          await handler({ id, data, signal: either });
        } catch (error) {
          this.#options.onFailure(queue, id, error);
          throw error;
        }
      }
    });
  }
}
