import type { Database } from "../postgres/schema.ts";
import type { Kysely } from "kysely";

export interface Job<T> {
  readonly id: string;
  readonly data: T;
  /** Aborts when the worker stops or the job is taken away. */
  readonly signal: AbortSignal;
}

/** Background work: delivered at least once, taken over when its worker dies. Handlers are idempotent. */
export interface Jobs {
  /** Puts a job in a queue; with a key, at most one of that key waits or runs. */
  send<T extends object>(
    queue: string,
    data: T,
    options?: { key?: string; within?: Kysely<Database> },
  ): Promise<void>;
  /** Runs the jobs of a queue on this process, this many at once. */
  work<T extends object>(
    queue: string,
    options: { concurrency: number },
    handler: (job: Job<T>) => Promise<void>,
  ): Promise<void>;
  /** Runs a task on one of the working processes, about every so many seconds. */
  every(name: string, seconds: number, task: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}
