import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { fromKysely, type Job as BossJob, PgBoss, type QueueOptions } from "pg-boss";
import { contextOf, inSpan, type Traced } from "../tracing/tracing.ts";
import type { Job, JobProgress, Queues, JobState } from "./queues.ts";

export interface QueuesOptions {
  /** Called with what goes wrong outside a job's handler: lost connections, warnings. */
  readonly onError: (error: unknown) => void;
  /** Called for a handler that failed; the job is tried again. */
  readonly onFailure: (queue: string, jobId: string, error: unknown) => void;
  /** Called for each handler that ended, with its time. */
  readonly onEnd?: (queue: string, seconds: number, outcome: "done" | "failed") => void;
  /** What a job works on, whose trace has its span; none by default. */
  readonly tracedBy?: (queue: string, data: object) => Traced | undefined;
  /** Called with the pool of connections once it is open. */
  readonly onPool?: (pool: pg.Pool) => void;
  /** How long {@link Queues.stop} waits for handlers after it aborted them; 10,000 ms by default. */
  readonly stopMs?: number;
  /** How long connections may take to close after that; 5,000 ms by default. */
  readonly closeMs?: number;
  /** How long a statement may be without an answer before its connection is given up; 20,000 ms. */
  readonly answerMs?: number;
  /** How often a worker looks for jobs that it was not notified of; every second. */
  readonly pollSeconds?: number;
}

/** A worker without a heartbeat for this long is dead; the shortest that pg-boss takes. */
const HEARTBEAT_SECONDS = 10;
/** By its heartbeat a worker learns that its job was cancelled or taken over. */
const HEARTBEAT_REFRESH_SECONDS = 2;
const MONITOR_SECONDS = 2;
/** Longer than any statement on the queues takes. */
const ANSWER_MS = 20_000;
const STOP_MS = 10_000;
const CLOSE_MS = 5_000;
const DAY_SECONDS = 86_400;

const LASTING: QueueOptions = {
  heartbeatSeconds: HEARTBEAT_SECONDS,
  // Heartbeats show that a worker lives: a job may take long.
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

const STATUSES = {
  created: "waiting",
  retry: "waiting",
  active: "running",
  completed: "done",
  failed: "failed",
  cancelled: "cancelled",
} as const;

/** Makes the tables of pg-boss, or brings them to its version; for the database's owner. */
export async function installQueues(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}

/**
 * After a cut of the network answers may never come: what waits for them would wait for good. The pool
 * of pg-boss hands this to `pg`, whose options its own type leaves out.
 */
const answering = (ms: number): object => ({ query_timeout: ms });

/** The pool of pg-boss, which the type of its database leaves out. */
const poolOf = (boss: PgBoss): pg.Pool | undefined =>
  (boss.getDb() as { readonly pool?: pg.Pool }).pool;

/** Runs background work on pg-boss, whose tables stand in the same PostgreSQL (schema `pgboss`). */
export async function openQueues(url: string, options: QueuesOptions): Promise<Queues> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: "swath jobs",
    max: 4,
    ...answering(options.answerMs ?? ANSWER_MS),
    schedule: false,
    // Tables are their owner's to make: see installQueues.
    migrate: false,
    useListenNotify: true,
    superviseIntervalSeconds: MONITOR_SECONDS,
    monitorIntervalSeconds: MONITOR_SECONDS,
  });
  boss.on("error", options.onError);
  boss.on("warning", options.onError);
  await boss.start();
  const pool = poolOf(boss);
  if (pool !== undefined) options.onPool?.(pool);
  return new PgBossQueues(boss, options);
}

class PgBossQueues implements Queues {
  readonly #boss: PgBoss;
  readonly #options: QueuesOptions;
  readonly #queues = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(boss: PgBoss, options: QueuesOptions) {
    this.#boss = boss;
    this.#options = options;
  }

  async send<T extends object>(
    queue: string,
    data: T,
    options: Parameters<Queues["send"]>[2] = {},
  ): Promise<string | undefined> {
    await this.#ensure(queue, LASTING);
    const id = await this.#boss.send(queue, data, {
      // The queue admits one job of each key: one without a key gets its own.
      singletonKey: options.key ?? randomUUID(),
      ...(options.within === undefined ? {} : { db: fromKysely(options.within) }),
    });
    return id ?? undefined;
  }

  async read(queue: string, id: string): Promise<JobState | undefined> {
    await this.#ensure(queue, LASTING);
    const [job] = await this.#boss.findJobs(queue, { id });
    if (job === undefined) return undefined;
    const { rows } = await this.#sql("SELECT done, total FROM job_progress WHERE job_id = $1", [
      id,
    ]);
    const [progress] = rows as { done: string; total: string }[];
    return {
      status: STATUSES[job.state],
      progress:
        job.state === "active" && progress !== undefined
          ? { done: Number(progress.done), total: Number(progress.total) }
          : null,
    };
  }

  async cancel(queue: string, id: string): Promise<void> {
    await this.#ensure(queue, LASTING);
    await this.#boss.cancel(queue, id);
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
    // Every process sends; of one slot of time, one job is made and one process runs it.
    const send = () =>
      this.#boss
        .send(queue, {}, { singletonKey: name, singletonSeconds: seconds })
        .catch(this.#options.onError);
    await send();
    this.#timers.push(setInterval(() => void send(), seconds * 1000));
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#stopping.abort(new Error("the worker stops"));
    const timeout = this.#options.stopMs ?? STOP_MS;
    const stopped = this.#boss.stop({ graceful: true, timeout });
    // A connection that was cut off is never closed by its other side.
    const closed = timeout + (this.#options.closeMs ?? CLOSE_MS);
    await Promise.race([stopped, sleep(closed, undefined, { ref: false })]);
  }

  #sql(text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
    return this.#boss.getDb().executeSql(text, values);
  }

  async #report(id: string, { done, total }: JobProgress): Promise<void> {
    await this.#sql(
      `INSERT INTO job_progress VALUES ($1, $2, $3)
        ON CONFLICT (job_id) DO UPDATE SET done = excluded.done, total = excluded.total`,
      [id, done, total],
    );
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
    const seconds = this.#options.pollSeconds ?? 1;
    const polling = { pollingIntervalSeconds: seconds, notifyPollingIntervalSeconds: seconds };
    const workers = {
      localConcurrency: concurrency,
      batchSize: 1,
      heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
    };
    await this.#boss.work<T>(queue, { ...polling, ...workers }, async (queues) => {
      for (const job of queues) await this.#run(queue, job, handler);
    });
  }

  async #run<T extends object>(
    queue: string,
    { id, data, signal: claim }: BossJob<T>,
    handler: (job: Job<T>) => Promise<void>,
  ): Promise<void> {
    const signal = AbortSignal.any([claim, this.#stopping.signal]);
    const began = performance.now();
    const end = (outcome: "done" | "failed"): void =>
      this.#options.onEnd?.(queue, (performance.now() - began) / 1_000, outcome);
    const work = () =>
      handler({ id, data, signal, report: (progress) => this.#report(id, progress) });
    const traced = this.#options.tracedBy?.(queue, data);
    try {
      await (traced === undefined
        ? work()
        : inSpan(`job ${queue}`, work, { within: contextOf(traced) }));
      end("done");
    } catch (error) {
      end("failed");
      // A job that was cancelled, or is another worker's by now, has not failed.
      if (!claim.aborted) this.#options.onFailure(queue, id, error);
      throw error;
    } finally {
      // Progress of a handler that ended is of no use; what cannot be removed is not shown either.
      await this.#sql("DELETE FROM job_progress WHERE job_id = $1", [id]).catch(() => {});
    }
  }
}
