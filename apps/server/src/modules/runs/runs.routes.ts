import { AppError } from "@swath/contract/errors";
import { runRoutes, type RunTaskRow } from "@swath/contract/processing";
import type { KnownTemplates } from "../../domain/processing/known-templates.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { attemptManifest } from "./attempts/attempt-files.ts";
import { attemptOf, attemptRows } from "./attempts/attempt-rows.ts";
import { readCapacity } from "./attempts/capacity.ts";
import { compareAttempts } from "./attempts/compare-attempts.ts";
import { findAttempt, findJob } from "./attempts/find-attempt.ts";
import { flightRuns, runningJob } from "./attempts/flight-runs.ts";
import { readTaskLog } from "./attempts/read-log.ts";
import { restoreAttempt } from "./attempts/restore-attempt.ts";
import { orderByCall } from "./begin/order-by-call.ts";
import type { RunDeps } from "./run-deps.ts";

interface Deps extends Pick<RunDeps, "db" | "store" | "catalogue" | "engine" | "spool" | "clock"> {
  readonly templates: KnownTemplates;
}

const ADDRESS_SECONDS = 900;
/** Kinds that show how good a result is; products are downloaded through the explorer. */
const SHOWN_KINDS: ReadonlySet<string> = new Set(["preview", "report", "vector"]);

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

function serveFiles(serve: Serve, deps: Deps): void {
  const { db, store, clock } = deps;

  serve(runRoutes.listAttemptFiles, async ({ params, query, identity }) => {
    const { processing, run } = await findAttempt(db, identity.roles, params);
    const files = (await attemptManifest(deps, processing, run))?.files ?? [];
    return query.kind === undefined ? files : files.filter(({ kind }) => kind === query.kind);
  });

  serve(runRoutes.readAttemptFile, async ({ params, query, identity }) => {
    const { processing, run } = await findAttempt(db, identity.roles, params);
    const manifest = await attemptManifest(deps, processing, run);
    const file = manifest?.files.find(({ path }) => path === query.path);
    if (manifest === undefined || file === undefined || !SHOWN_KINDS.has(file.kind))
      throw new AppError("OBJECT_NOT_FOUND", "the attempt left no such preview or report");
    const fileName = file.path.slice(file.path.lastIndexOf("/") + 1);
    const place = { bucket: run.bucket, key: `${manifest.folder}${file.path}` };
    const ticket = { ...place, fileName, expiresInSeconds: ADDRESS_SECONDS };
    const expires = new Date(clock().getTime() + ADDRESS_SECONDS * 1_000).toISOString();
    return { url: await store.presignGet(ticket), expires };
  });
}

function serveAttempts(serve: Serve, deps: Deps): void {
  const { db } = deps;

  serve(runRoutes.listAttempts, async ({ params, identity }) => {
    const { job } = await findJob(db, identity.roles, params);
    return (await attemptRows(db, job.id)).map(attemptOf);
  });

  serve(runRoutes.listAttemptTasks, async (call) => {
    const { run } = await findAttempt(db, call.identity.roles, call.params);
    const { rows, total } = await tasksOf(deps, run.id, call.query);
    call.setHeader("x-total-count", String(total));
    return rows;
  });

  serve(runRoutes.readTaskLog, async ({ params, query, identity }) => {
    const { run } = await findAttempt(db, identity.roles, params);
    return readTaskLog(deps, run, query);
  });

  serve(runRoutes.compareAttempts, async ({ params, query, identity }) => {
    const attempts = [params.attempt, query.with].map(async (attempt) => {
      const { processing, run } = await findAttempt(db, identity.roles, { ...params, attempt });
      const files = (await attemptManifest(deps, processing, run))?.files ?? [];
      return [attemptOf(run), files] as const;
    });
    const [first, second] = await Promise.all(attempts);
    return compareAttempts(first!, second!);
  });

  serve(runRoutes.orderJob, async ({ params, body, identity, from }) => {
    const { roles, subject, name } = identity;
    const { params: values, onlyTasks } = body;
    const order = { ...params, params: values, ...(onlyTasks === undefined ? {} : { onlyTasks }) };
    await orderByCall(deps, order, { actor: { subject, name }, from, roles });
    return runningJob(deps, roles, params);
  });

  serve(runRoutes.restoreAttempt, async ({ params, identity, from }) => {
    const { processing, run } = await findAttempt(db, identity.roles, params);
    const actor = { subject: identity.subject, name: identity.name };
    await restoreAttempt(deps, { processing, run }, { actor, from });
    return attemptOf((await findAttempt(db, identity.roles, params)).run);
  });
}

/** Serves what runs under way report, and what attempts left. */
export function serveRuns(serve: Serve, deps: Deps): void {
  serve(runRoutes.readFlightRuns, ({ params, identity }) =>
    flightRuns(deps, identity.roles, params.flightId),
  );
  serveAttempts(serve, deps);
  serveFiles(serve, deps);
  serve(runRoutes.readCapacity, () => readCapacity(deps));
}
