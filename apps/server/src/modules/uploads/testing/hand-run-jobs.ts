import type { Job, Jobs } from "../../../platform/jobs/jobs.ts";

type Handler = (job: Job<object>) => Promise<void>;

/** Jobs that wait until a test runs them, one after the other. */
export function handRunJobs() {
  const waiting: { queue: string; data: object; key: string | undefined }[] = [];
  const handlers = new Map<string, Handler>();
  const periodic = new Map<string, () => Promise<void>>();
  const jobs: Jobs = {
    async send(queue, data, options) {
      const key = options?.key;
      if (key !== undefined && waiting.some((job) => job.queue === queue && job.key === key)) return;
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
  /** Runs what waits; a job that fails waits again, and its error is thrown. */
  async function runAll(signal = new AbortController().signal): Promise<void> {
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
