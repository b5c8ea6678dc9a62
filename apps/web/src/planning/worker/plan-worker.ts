import { WorkerCalls } from "@swath/worker-rpc";
import { useEffect, useRef } from "react";
import type { PlanCalls } from "./plan-calls.ts";

const startWorker = (): Worker =>
  new Worker(new URL("./plan.worker.ts", import.meta.url), { type: "module" });

/** Another worker of the flight-planning map, by its calls. */
export const planWorker = () => new WorkerCalls<PlanCalls>(startWorker);

/** A worker for one task after another: the latest ends with the page. */
export function usePlanWorker() {
  const latest = useRef<ReturnType<typeof planWorker>>(undefined);
  useEffect(() => () => latest.current?.close(), []);
  return { start: () => (latest.current = planWorker()), latest: () => latest.current };
}
