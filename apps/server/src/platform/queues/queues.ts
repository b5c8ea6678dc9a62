import type { Db } from "../postgres/schema.ts";

/** How far a job has come, in units of its own. */
export interface JobProgress {
  readonly done: number;
  readonly total: number;
}

export interface JobState {
  readonly status: "waiting" | "running" | "done" | "failed" | "cancelled";
  /** What the running handler last reported; null before, and once it has ended. */
  readonly progress: JobProgress | null;
}

export interface Job<T> {
  readonly id: string;
  readonly data: T;
  /** Aborts when the worker stops, or the job was cancelled or taken over. */
  readonly signal: AbortSignal;
  readonly report: (progress: JobProgress) => Promise<void>;
}

/** Background work: delivered at least once, taken over when its worker dies. Handlers are idempotent. */
export interface Queues {
  /**
   * Puts a job in a queue and answers its id; with a key, at most one of that key waits or runs, and
   * undefined is answered for another.
   */
  send<T extends object>(
    queue: string,
    data: T,
    options?: { key?: string; within?: Db },
  ): Promise<string | undefined>;
  /** Runs the jobs of a queue on this process, this many at once. */
  work<T extends object>(
    queue: string,
    options: { concurrency: number },
    handler: (job: Job<T>) => Promise<void>,
  ): Promise<void>;
  /** How it stands with a job; undefined for one that is unknown, or long over. */
  read(queue: string, id: string): Promise<JobState | undefined>;
  /** Ends a job that waits or runs: it is not tried again, and a running handler's signal aborts. */
  cancel(queue: string, id: string): Promise<void>;
  /** Runs a task on one of the working processes, about every so many seconds. */
  every(name: string, seconds: number, task: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}
