import { cloudEndpoints } from "@swath/contract/clouds";
import { AppError } from "@swath/contract/errors";
import type { Role } from "@swath/contract/identity";
import {
  type ComputeCapacity,
  PLACES_FILE,
  runEndpoints,
  type RunTaskRow,
} from "@swath/contract/processing";
import { checkReadable } from "../../domain/cold/cold-facts.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import { EngineUnreachable } from "../../platform/compute/compute-engine.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { orderWithParams } from "../actions/order-with-params.ts";
import { temporaryAddress } from "../inputs/output-files.ts";
import { serveLines } from "../lines/lines.routes.ts";
import { jobPreflight } from "../preflight/job-preflight.ts";
import type { RunDeps } from "../processing-deps.ts";
import { findJob } from "../records/find-processing.ts";
import { openTasks, readTaskLog } from "./attempt-tasks.ts";
import { compareAttempts } from "./compare-attempts.ts";
import { attemptManifest, attemptOf, attemptRows, findAttempt } from "./find-attempt.ts";
import { flightRuns, runningJob } from "./flight-runs.ts";
import { attemptLayers, listCloudAttempts, listClouds, listFlightLayers } from "./list-clouds.ts";
import { openQuickLook } from "./quick-look.ts";
import { restoreAttempt } from "./restore-attempt.ts";

type FileDeps = Pick<RunDeps, "db" | "store" | "clock">;

const ADDRESS_SECONDS = 900;
/** Long enough for a browser to start, and to go on after a lost connection. */
const DOWNLOAD_SECONDS = 300;
/** Kinds that show how good a result is; any output is downloaded by a call that is recorded. */
const SHOWN_KINDS: ReadonlySet<string> = new Set(["preview", "report", "vector"]);

/** An output of an attempt that the caller may see, and its place; undefined where there is none. */
async function outputOf(
  deps: FileDeps,
  roles: readonly Role[],
  params: Parameters<typeof findAttempt>[2],
  path: string,
) {
  const { processing, run } = await findAttempt(deps.db, roles, params);
  const manifest = await attemptManifest(deps, processing, run);
  const file = manifest?.files.find((each) => each.path === path);
  if (manifest === undefined || file === undefined) return undefined;
  const place = { bucket: run.bucket, key: `${manifest.folder}${path}` };
  return { kind: file.kind, flightId: processing.flight_id, place };
}

/** Serves the outputs of attempts: previews for pages, and downloads that are recorded. */
function serveFiles(serve: Serve, deps: FileDeps): void {
  const { db } = deps;

  serve(runEndpoints.listAttemptFiles, async ({ params, query, identity }) => {
    const { processing, run } = await findAttempt(db, identity.roles, params);
    const files = (await attemptManifest(deps, processing, run))?.files ?? [];
    return query.kind === undefined ? files : files.filter(({ kind }) => kind === query.kind);
  });

  serve(runEndpoints.readAttemptFile, async ({ params, query, identity }) => {
    const found = await outputOf(deps, identity.roles, params, query.path);
    if (found === undefined || (!SHOWN_KINDS.has(found.kind) && query.path !== PLACES_FILE))
      throw new AppError("OBJECT_NOT_FOUND", "the attempt left no such preview or report");
    return temporaryAddress(deps, found.place, ADDRESS_SECONDS);
  });

  serve(runEndpoints.downloadAttemptFile, async ({ params, body, identity, from }) => {
    const found = await outputOf(deps, identity.roles, params, body.path);
    if (found === undefined)
      throw new AppError("OBJECT_NOT_FOUND", "the attempt left no such file");
    const { flightId, place } = found;
    const object = await deps.store.head(place.bucket, place.key);
    if (object === undefined)
      throw new AppError("OBJECT_NOT_FOUND", "the store holds it no more", place);
    await checkReadable(db, place.bucket, [object]);
    const address = await temporaryAddress(deps, place, DOWNLOAD_SECONDS);
    const action = "object.downloaded";
    await recordEvent(db, { action, actor: identity, flightId, detail: place, from });
    return address;
  });
}

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

type Deps = Omit<RunDeps, "storeAccess" | "onProblem">;

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
  serve(cloudEndpoints.listClouds, ({ params: { processingId }, identity }) =>
    listClouds(deps, identity.roles, processingId),
  );
  serve(cloudEndpoints.listCloudAttempts, ({ params: { processingId }, identity }) =>
    listCloudAttempts(deps, identity.roles, processingId),
  );
  serve(cloudEndpoints.listFlightLayers, ({ params: { flightId }, identity }) =>
    listFlightLayers(deps, identity.roles, flightId),
  );
  serve(cloudEndpoints.listAttemptLayers, ({ params, identity }) =>
    attemptLayers(deps, identity.roles, params),
  );
  serve(cloudEndpoints.openQuickLook, (call) => openQuickLook(deps, call));
  serveLines(serve, deps);
  serve(runEndpoints.readPreflight, ({ params: { processingId, name }, identity }) =>
    jobPreflight(deps, identity.roles, { processingId, job: name }),
  );
  serve(runEndpoints.readCapacity, () => readCapacity(deps));
}
