// Before anything that makes a schema: the page's policy forbids what zod would try.
import "../../platform/zod-without-eval.ts";
import { findCrossStrips } from "@swath/plan/cross-strips";
import { serveCalls, transferred } from "@swath/worker-rpc";
import { exportAs, LoadTask, SumsTask } from "./plan-tasks.ts";
import type { FileOutcome, PlanCalls } from "./plan-calls.ts";

const task = new LoadTask();
const sumsTask = new SumsTask();

/** What is sent instead of copied. */
const buffersOf = (outcomes: readonly FileOutcome[]): Transferable[] =>
  outcomes.flatMap((outcome) => {
    if (outcome.kind !== "loaded") return [];
    const { geometry, marked, crossStrips } = outcome.layer;
    const { kinds, partStarts, partKinds, positionStarts, positions } = geometry;
    const arrays = [kinds, partStarts, partKinds, positionStarts, positions, marked, crossStrips];
    return arrays.map(({ buffer }) => buffer);
  });

const sent = (outcomes: readonly FileOutcome[]) => transferred(outcomes, buffersOf(outcomes));

serveCalls<PlanCalls>({
  load: async (request) => sent(await task.load(request)),
  loadWithCrs: async (request) => sent(await task.loadWithCrs(request)),
  findCrossStrips: (layers) => findCrossStrips(layers),
  sums: (request) => sumsTask.sums(request),
  exportAs,
});
