import { addRoot, addSpan, contextOf, isTracing } from "../../platform/tracing/tracing.ts";
import type { EndedTask } from "./ended-tasks.ts";
import type { RunRecord } from "./run-record.ts";

/** A run of thousands of tasks would only be unreadable. */
const MOST_TASKS = 500;

/** Adds the trace of a run that ended: its tasks where and when they ran, and the run itself. */
export function traceRun(
  { run, job, processing }: RunRecord,
  tasks: readonly EndedTask[],
  { end, fault }: { readonly end: Date; readonly fault: string | undefined },
): void {
  if (!isTracing()) return;
  const traced = { kind: "run", id: run.id } as const;
  const within = contextOf(traced);
  for (const { name, ending, node, started, ended } of tasks.slice(0, MOST_TASKS)) {
    if (started === null || ended === null) continue;
    addSpan(within, {
      name: `task ${name}`,
      start: new Date(started),
      end: new Date(ended),
      attributes: { "swath.node": node ?? "" },
      fault: ending === "succeeded" ? undefined : ending,
    });
  }
  const attributes = {
    "swath.flight": processing.flight_id,
    "swath.processing": processing.id,
    "swath.job": job.name,
    "swath.attempt": run.attempt,
  };
  addRoot(traced, { name: `run ${job.name}`, start: run.created, end, attributes, fault });
}
