import { runEndpoints, type RunTaskRow } from "@swath/contract/processing";
import type { KnownTemplates } from "../../domain/processing/known-templates.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { attemptManifest } from "./attempt-files.ts";
import { attemptOf, attemptRows } from "./attempt-rows.ts";
import { readCapacity } from "./capacity.ts";
import { compareAttempts } from "./compare-attempts.ts";
import { findAttempt, findJob } from "./find-attempt.ts";
import { flightRuns, runningJob } from "./flight-runs.ts";
import { openTasks } from "./open-tasks.ts";
import { readTaskLog } from "./read-log.ts";
import { serveFiles } from "./serve-files.ts";
import { restoreAttempt } from "./restore-attempt.ts";
import { orderByCall } from "../actions/order-by-call.ts";
import { serveLines } from "../lines/serve-lines.ts";
import { jobPreflight } from "../preflight/job-preflight.ts";
import type { RunDeps } from "../runs/run-deps.ts";

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
    const { roles, subject, name } = identity;
    const { params: values, onlyTasks } = body;
    const order = { ...params, params: values, ...(onlyTasks === undefined ? {} : { onlyTasks }) };
    const { updated } = query;
    await orderByCall(deps, { ...order, updated }, { actor: { subject, name }, from, roles });
    return runningJob(deps, roles, params);
  });

  serve(runEndpoints.restoreAttempt, async ({ params, identity, from }) => {
    const { processing, run } = await findAttempt(db, identity.roles, params);
    const actor = { subject: identity.subject, name: identity.name };
    await restoreAttempt(deps, { processing, run }, { actor, from });
    return attemptOf((await findAttempt(db, identity.roles, params)).run);
  });
}

/** Serves what runs under way report, and what attempts left. */
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
