import type { Queues } from "../../platform/queues/queues.ts";
import { sweepAttempts, sweepFolders, sweepLogs } from "../attempts/remove-old-attempts.ts";
import type { RunDeps } from "../processing-deps.ts";
import { keepSweeping } from "./orchestrator.ts";

const ATTEMPTS_SECONDS = 3_600;

/** Runs the background work of runs on this process, until it is stopped. */
export async function workRuns(
  deps: RunDeps & {
    readonly queues: Queues;
    readonly attemptDays: number;
    readonly logDays: number;
  },
): Promise<{ readonly stop: () => Promise<void> }> {
  await deps.queues.every("old-attempts", ATTEMPTS_SECONDS, async () => {
    await sweepAttempts(deps, deps.attemptDays);
    while ((await sweepLogs(deps, deps.logDays)) > 0);
    await sweepFolders(deps);
  });
  const stopping = new AbortController();
  const sweeping = keepSweeping(deps, stopping.signal);
  return {
    stop: async () => {
      stopping.abort(new Error("the worker stops"));
      await sweeping;
    },
  };
}
