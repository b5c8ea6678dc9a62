import { isRunning } from "@swath/contract/processing";
import { sql } from "kysely";
import { EngineUnreachable, type RunState } from "../../platform/compute/compute-engine.ts";
import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import type { RunDeps } from "../processing-deps.ts";
import { orderJob } from "../records/order-jobs.ts";
import { withdrawOutputs } from "../runs/publish-outputs.ts";
import { countResults } from "../runs/read-results.ts";
import { folderOf } from "../runs/submission.ts";
import { readEtas } from "../stages/read-etas.ts";
import { decideMoves, isLost, type RecordMove, type RunMove } from "./decide-moves.ts";
import { applyRunMove, recordProgress } from "./move-runs.ts";
import {
  type DueProcessing,
  dueProcessings,
  lockRecord,
  type OpenOrder,
  openOrders,
  type OpenRun,
  type OpenSubmission,
  openSubmissions,
} from "./open-work.ts";
import { applyOrderMove, type Deferred } from "./submit-orders.ts";

/** The number of running runs whose results one pass counts. */
const COUNTED_AT_ONCE = 200;
const STEPS_AT_ONCE = 4;

/** One pass over everything that is due, and its results: moves made, and runs that have not ended. */
export interface Orchestrator {
  readonly pass: () => Promise<Passed>;
}
export interface Passed {
  readonly moved: number;
  readonly open: number;
}

/** Where the next pass goes on counting results. */
interface Counting {
  counted: number;
}

export function createOrchestrator(deps: RunDeps): Orchestrator {
  const deferred: Deferred = new Map();
  const counting: Counting = { counted: 0 };
  return {
    pass: async () => {
      const ordered = await advanceRecords(deps);
      const taken = await submitOrders(deps, deferred);
      const { moved, open } = await moveRuns(deps, counting);
      return { moved: ordered + taken + moved, open };
    },
  };
}

/** Orders the jobs that start by themselves; answers their number. */
export async function advanceRecords(deps: RunDeps): Promise<number> {
  let ordered = 0;
  for (const due of await dueProcessings(deps.db))
    try {
      ordered += await deps.db.transaction().execute((trx) => advanceRecord(trx, deps, due));
    } catch (error) {
      deps.onProblem({ run: due.processing.id, error });
    }
  return ordered;
}

async function advanceRecord(
  trx: Trx,
  deps: RunDeps,
  { processing, changes }: DueProcessing,
): Promise<number> {
  const record = await lockRecord(trx, processing);
  const { catalogue } = deps;
  const { records: moves } = decideMoves({ catalogue, now: deps.clock(), records: [record] });
  for (const move of moves) await applyRecordMove(trx, deps, processing, move);
  // A change since it was read makes it due once more.
  await sql`DELETE FROM due_processings WHERE processing_id = ${processing.id}
    AND changes = ${changes}`.execute(trx);
  return moves.filter(({ kind }) => kind === "order").length;
}

async function applyRecordMove(
  trx: Trx,
  deps: RunDeps,
  processing: DueProcessing["processing"],
  { kind, job }: RecordMove,
): Promise<void> {
  if (kind === "withdraw") return withdrawOutputs(trx, deps, processing, job);
  const change = { actor: "swath", flightId: processing.flight_id } as const;
  const ordered = await orderJob(trx, job, {}, change);
  if (!ordered.ok) throw new Error(`job ${job.id} could not be ordered: ${ordered.reason}`);
}

/** Makes runs of the orders whose jobs may start; answers the number of orders taken. */
export async function submitOrders(deps: RunDeps, deferred: Deferred): Promise<number> {
  const read = await openOrders(deps.db);
  const jobs = new Map(read.map(({ processing, jobs: own }) => [processing.id, own]));
  const etas = await readEtas(deps, [...jobs.values()].flat());
  const orders = read.map((open): OpenOrder => {
    const known = deferred.get(open.order.id);
    const waits = known !== undefined && known.until > performance.now();
    return waits ? Object.assign(open, { deferred: known.waits }) : open;
  });
  const { catalogue } = deps;
  let taken = 0;
  for (const move of decideMoves({ catalogue, now: deps.clock(), orders, etas }).orders)
    try {
      if (await applyOrderMove(deps, move, deferred)) taken += 1;
    } catch (error) {
      deps.onProblem({ run: move.open.job.id, error });
    }
  return taken;
}

/** Carries out moves of runs; one that fails is reported, and the others go on. */
async function applyAll(deps: RunDeps, moves: readonly RunMove[]): Promise<number> {
  const steps = moves.filter((move) => move.kind !== "progress");
  await recordProgress(
    deps.db,
    moves.flatMap((move) => (move.kind === "progress" ? [move.progress] : [])),
  );
  await forEachConcurrently(steps, STEPS_AT_ONCE, async (move) => {
    try {
      await applyRunMove(deps, move);
    } catch (error) {
      deps.onProblem({ run: move.submission.key, error });
    }
  });
  return steps.length;
}

async function askEngine(
  { engine }: RunDeps,
  accepted: readonly OpenSubmission[],
): Promise<ReadonlyMap<string, RunState> | undefined> {
  if (accepted.length === 0) return new Map();
  try {
    return await engine.states(accepted.map(({ key }) => key));
  } catch (error) {
    if (error instanceof EngineUnreachable) return undefined;
    throw error;
  }
}

/** The accepted runs with their engine's answers, and the results of some of them. */
async function readAnswers(
  deps: RunDeps,
  accepted: readonly OpenSubmission[],
  memory: Counting,
): Promise<OpenRun[]> {
  const states = await askEngine(deps, accepted);
  const running = accepted.filter(({ key }) => states?.get(key)?.phase === "running");
  const end = memory.counted + COUNTED_AT_ONCE;
  const counted = new Set(running.slice(memory.counted, end).map(({ key }) => key));
  memory.counted = end < running.length ? end : 0;
  const runs: OpenRun[] = [];
  for (const submission of accepted) {
    const { key } = submission;
    const answer = states === undefined ? "unreachable" : (states.get(key) ?? "unknown");
    const counts = counted.has(key) || (answer === "unknown" && isLost(submission));
    const results = counts ? { results: await countResults(folderOf(deps, key)) } : {};
    runs.push({ submission, engine: answer, ...results });
  }
  return runs;
}

function partition<T>(all: readonly T[], isFirst: (each: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))];
}

/** Moves every run that has not ended; the database is asked once, and the engine once. */
export async function moveRuns(deps: RunDeps, counting: Counting): Promise<Passed> {
  const { catalogue } = deps;
  const open = await openSubmissions(deps.db);
  const unasked = open.map((submission) => ({ submission, engine: "notAsked" }) as const);
  const decide = (runs: readonly OpenRun[]) =>
    decideMoves({ catalogue, now: deps.clock(), runs }).runs;
  const [cancels, others] = partition(decide(unasked), ({ kind }) => kind === "cancel");
  // What an engine runs for nobody makes room first.
  const early = (await applyAll(deps, cancels)) + (await applyAll(deps, others));
  const accepted = open.filter(
    ({ job_status, state }) => isRunning(job_status) && state === "accepted",
  );
  const late = await applyAll(deps, decide(await readAnswers(deps, accepted, counting)));
  return { moved: early + late, open: open.length };
}
