/** Starts a worker of the flight-planning map. */
export const startWorker = (): Worker =>
  new Worker(new URL("./plan.worker.ts", import.meta.url), { type: "module" });
