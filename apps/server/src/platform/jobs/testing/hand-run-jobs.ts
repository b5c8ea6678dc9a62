import type { Job, Jobs } from "../jobs.ts";

type Handler = (job: Job<object>) => Promise<void>;

export interface HandRunJobs {
  readonly jobs: Jobs;
  readonly waiting: readonly { readonly queue: string; readonly data: object }[];
  /** Runs what waits; a job that fails waits again, and its error is thrown. */
  runAll(): Promise<void>;
  /** Runs a periodic task. */
  tick(name: string): Promise<void>;
}

/** Jobs that wait until a test runs them, one after the other. */
export function handRunJobs(): HandRunJobs {
  const waiting: { queue: string; data: object; key: string | undefined }[] = [];
  const handlers = new Map<string, Handler>();
  const periodic = new Map<string, () => Promise<void>>();
  const jobs: Jobs = {
    async send(queue, data, options) {
      const key = options?.key;
      if (key !== undefined && waiting.some((job) => job.queue === queue && job.key === key))
        return;
      waiting.push({ queue, data, key });
    },
    async work(queue, _options, handler) {
      handlers.set(queue, handler as unknown as Handler);
    },
    async every(name, _seconds, task) {
      periodic.set(name, task);
    },
    async stop() {},
  };
  async function runAll(): Promise<void> {
    const { signal } = new AbortController();
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift())
      try {
        await handlers.get(job.queue)!({ id: "job", data: job.data, signal });
      } catch (error) {
        waiting.push(job);
        throw error;
      }
  }
  return { jobs, waiting, runAll, tick: (name: string) => periodic.get(name)!() };
}
