import { AppError } from "@swath/contract/errors";
import { type ComputeCapacity, runEndpoints, type RunTaskRow } from "@swath/contract/processing";
import type { KnownTemplates } from "../../domain/processing/known-templates.ts";
import { EngineUnreachable } from "../../platform/compute/compute-engine.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { orderWithParams } from "../actions/order-with-params.ts";
import { serveLines } from "../lines/lines.routes.ts";
import { jobPreflight } from "../preflight/job-preflight.ts";
import type { RunDeps } from "../processing-deps.ts";
import { serveFiles } from "./attempt-files.routes.ts";
import { openTasks, readTaskLog } from "./attempt-tasks.ts";
import { compareAttempts } from "./compare-attempts.ts";
import { attemptManifest, attemptOf, attemptRows, findAttempt } from "./find-attempt.ts";
import { flightRuns, runningJob } from "./flight-runs.ts";
import { restoreAttempt } from "./restore-attempt.ts";
import { findJob } from "../records/find-processing.ts";

/** The free and total capacity of the engine; throws COMPUTE_UNAVAILABLE. */
async function readCapacity({
  db,
  engine,
}: Pick<RunDeps, "db" | "engine">): Promise<ComputeCapacity> {
  const open = await db
    .selectFrom("run_submissions as s")
    .innerJoin("processing_runs as r", "r.id", "s.run_id")
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere("r.started", "is", null).as("waiting"),
      eb.fn.countAll<number>().filterWhere("r.started", "is not", null).as("running"),
    ])
    .where("s.state", "<>", "ended")
    .executeTakeFirstOrThrow();
  const capacity = await engine.capacity().catch((error: unknown) => {
    if (error instanceof EngineUnreachable)
      throw new AppError("COMPUTE_UNAVAILABLE", "the compute engine does not answer");
    throw error;
  });
  return { engine: engine.kind, ...capacity, nodes: [...capacity.nodes], ...open };
}

interface Deps extends Omit<RunDeps, "storeAccess" | "onProblem"> {
  readonly templates: KnownTemplates;
}

async function tasksOf(
  { db }: Deps,
  runId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: RunTaskRow[]; total: number }> {
  const all = db.selectFrom("run_tasks").where("run_id", "=", runId);
  const { total } = await all
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await all
    .selectAll()
    .orderBy((eb) => eb("ending", "=", "succeeded"))
    .orderBy("kind", "desc")
    .orderBy("name")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return {
    total,
    rows: rows.map((row) => ({
      name: row.name,
      collect: row.kind === "collect",
      input: row.input,
      ending: row.ending,
      exitCode: row.exit_code,
      signal: row.signal,
      node: row.node,
      started: row.started?.toISOString() ?? null,
      ended: row.ended?.toISOString() ?? null,
      cpuSeconds: row.cpu_seconds,
      peakMemoryBytes: row.peak_memory_bytes,
      errors: [...row.errors],
    })),
  };
}

function serveAttempts(serve: Serve, deps: Deps): void {
  const { db } = deps;

  serve(runEndpoints.listAttempts, async ({ params, identity }) => {
    const { job } = await findJob(db, identity.roles, params);
    const [latest, ...earlier] = (await attemptRows(db, job.id)).map(attemptOf);
    if (latest === undefined) return [];
    if (latest.outcome !== null) return [latest, ...earlier];
    const { expectedEnd } = await runningJob(deps, identity.roles, params);
    return [{ ...latest, expectedEnd }, ...earlier];
  });

  serve(runEndpoints.listAttemptTasks, async (call) => {
    const { run } = await findAttempt(db, call.identity.roles, call.params);
    const { rows, total } = await tasksOf(deps, run.id, call.query);
    call.setHeader("x-total-count", String(total));
    return rows;
  });

  serve(runEndpoints.listOpenTasks, async ({ params, identity }) => {
    const { run } = await findAttempt(db, identity.roles, params);
    return openTasks(deps, run);
  });

  serve(runEndpoints.readTaskLog, async ({ params, query, identity }) => {
    const { run } = await findAttempt(db, identity.roles, params);
    return readTaskLog(deps, run, query);
  });

  serve(runEndpoints.compareAttempts, async ({ params, query, identity }) => {
    const attempts = [params.attempt, query.with].map(async (attempt) => {
      const { processing, run } = await findAttempt(db, identity.roles, { ...params, attempt });
      const files = (await attemptManifest(deps, processing, run))?.files ?? [];
      return [attemptOf(run), files] as const;
    });
    const [first, second] = await Promise.all(attempts);
    return compareAttempts(first!, second!);
  });

  serve(runEndpoints.orderJob, async ({ params, query, body, identity, from }) => {
    const { params: values, onlyTasks } = body;
    const order = { ...params, params: values, ...(onlyTasks === undefined ? {} : { onlyTasks }) };
    await orderWithParams(deps, order, { identity, from, updated: query.updated });
    return runningJob(deps, identity.roles, params);
  });

  serve(runEndpoints.restoreAttempt, async ({ params, identity, from }) => {
    const { processing, run } = await findAttempt(db, identity.roles, params);
    await restoreAttempt(deps, { processing, run }, { actor: identity, from });
    return attemptOf((await findAttempt(db, identity.roles, params)).run);
  });
}

/** Serves the progress of runs, and the results of attempts. */
export function serveRuns(serve: Serve, deps: Deps): void {
  serve(runEndpoints.readFlightRuns, ({ params, identity }) =>
    flightRuns(deps, identity.roles, params.flightId),
  );
  serveAttempts(serve, deps);
  serveFiles(serve, deps);
  serveLines(serve, deps);
  serve(runEndpoints.readPreflight, ({ params: { processingId, name }, identity }) =>
    jobPreflight(deps, identity.roles, { processingId, job: name }),
  );
  serve(runEndpoints.readCapacity, () => readCapacity(deps));
}
