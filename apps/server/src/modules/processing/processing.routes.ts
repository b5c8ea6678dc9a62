import { AppError } from "@swath/contract/errors";
import { GPS_FILE, PROCESSING_PAGE_SIZE, RANGE_FILE } from "@swath/contract/processing";
import { routes } from "@swath/contract/routes";
import type { Identity } from "@swath/contract/identity";
import { createCountCache, createVersionCache } from "../../domain/search/page-cache.ts";
import type { CallOrigin } from "../../platform/audit/record-event.ts";
import type { Serve } from "../../platform/http/serve.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import { actOnJob, type JobRequest } from "./actions/act-on-job.ts";
import { requestedAction } from "./actions/changed-fields.ts";
import { checkVisible } from "./actions/job-of.ts";
import { firstJobRequest } from "./actions/first-job-action.ts";
import { resubmitImpact } from "./actions/resubmit-impact.ts";
import { submitFirstStage, submitLMS } from "./actions/submit-jobs.ts";
import { recordedFiles } from "./custom/recorded-files.ts";
import { sensorLogs } from "./custom/sensor-logs.ts";
import { submitCustom } from "./custom/submit-custom.ts";
import { serveOrchestration } from "./orchestration.routes.ts";
import type { Caller, ProcessingDeps } from "./processing-deps.ts";
import { processingDocument, terrainMapperDocument } from "./records/processing-document.ts";
import { readStored, type StoredProcessing } from "./records/stored-processing.ts";
import { changesWithSets, decidedByStatuses, type StatusBits } from "./search/condition.ts";
import { countProcessings, findProcessings, readStatusBits } from "./search/find-processings.ts";
import {
  processingSearch,
  type ProcessingSearch,
  terrainMapperSearch,
} from "./search/processing-search.ts";

export interface ProcessingRoutesDeps extends ProcessingDeps {
  readonly store: ObjectStore;
  /** Milliseconds of a clock that only runs forward. */
  readonly now: () => number;
  /** Another number whenever what a page shows may have changed; undefined while that is unknown. */
  readonly version: () => number | undefined;
  /** Another number whenever a filter other than by status may find others. */
  readonly setsVersion: () => number | undefined;
}

const TOTAL = "x-total-count";
const MOST_PAGES = 1_000;

interface Page {
  readonly total: number;
  readonly rows: readonly StoredProcessing[];
}

/** Reads pages; what was read is remembered until something changes. */
function pageReader({ db, now, version, setsVersion }: ProcessingRoutesDeps) {
  const pages = createVersionCache<Page>(version, MOST_PAGES);
  const bits = createVersionCache<StatusBits>(() => 0, 1);
  // Kept counts are as quick as a look-up; others last until something changes that they depend on.
  const ofSets = createCountCache(now, setsVersion);
  const ofAll = createCountCache(now, version);
  const count = (search: ProcessingSearch, known: StatusBits): Promise<number> => {
    const { condition, key } = search;
    const counting = (): Promise<number> => countProcessings(db, search, known);
    if (decidedByStatuses(condition)) return counting();
    return changesWithSets(condition) ? ofSets(key, counting) : ofAll(key, counting);
  };
  const read = async (search: ProcessingSearch): Promise<Page> => {
    const known = await bits("bits", () => readStatusBits(db));
    const total = await count(search, known);
    const ids = await findProcessings(db, search, total, known);
    return { total, rows: await readStored(db, ids) };
  };
  // Pages of more rows than the portal asks for are not remembered.
  return (search: ProcessingSearch): Promise<Page> =>
    search.limit > PROCESSING_PAGE_SIZE ? read(search) : pages(search.pageKey, () => read(search));
}

const flightIdOf = (flightId: string): string =>
  flightId.startsWith("FL") ? flightId : `FL${flightId}`;

function serveLists(serve: Serve, deps: ProcessingRoutesDeps): void {
  const pageOf = pageReader(deps);
  serve(routes.listProcessings, async (call) => {
    const { total, rows } = await pageOf(processingSearch(call.query));
    call.setHeader(TOTAL, String(total));
    return rows.map((row) => processingDocument(row, deps));
  });
  serve(routes.listTerrainMapperProcessings, async ({ query }) => {
    const { total, rows } = await pageOf(terrainMapperSearch(query));
    return { documents: rows.map((row) => terrainMapperDocument(row, deps)), count: total };
  });
}

async function readOne(deps: ProcessingRoutesDeps, id: string): Promise<StoredProcessing> {
  const [row] = await readStored(deps.db, [id]);
  if (row !== undefined) return row;
  throw new AppError("PROCESSING_NOT_FOUND", `there is no processing ${id}`, { processingId: id });
}

/** Calls that change a GPS or LMS job; each answers the processing as it is then. */
function serveFirstJobs(serve: Serve, deps: ProcessingRoutesDeps): void {
  type Way = (processingId: string, caller: Caller) => Promise<void>;
  type ChangingCall = {
    readonly params: { readonly processingId: string };
    readonly query: { readonly updated?: string | undefined };
    readonly identity: Identity;
    readonly from: CallOrigin;
  };
  const answered = async (call: ChangingCall, way: Way, updated = call.query.updated) => {
    const { identity, from, params } = call;
    await way(params.processingId, { identity, from, updated });
    return processingDocument(await readOne(deps, params.processingId), deps);
  };
  const acting =
    (request: Omit<JobRequest, "processingId">): Way =>
    (processingId, caller) =>
      actOnJob(deps, { processingId, ...request }, caller);

  for (const route of [routes.changeProcessing, routes.updateProcessing])
    serve(route, (call) =>
      answered(call, acting(requestedAction(call.body)), call.body.Updated ?? call.query.updated),
    );
  serve(routes.actOnFirstJob, (call) =>
    answered(call, acting(firstJobRequest(call.params.name, call.body))),
  );
  serve(routes.resubmitStage, (call) =>
    answered(call, acting({ job: call.params.name, action: "resubmitJob" })),
  );
  serve(routes.submitLMS, (call) => answered(call, (id, caller) => submitLMS(deps, id, caller)));
  serve(routes.cancelLMS, (call) =>
    answered(call, acting({ job: { area: "lms" }, action: "cancelLMS" })),
  );
  serve(routes.reprocessManualGPS, (call) =>
    answered(call, acting({ job: { area: "gps" }, action: "submitToLMS" })),
  );
  for (const route of [routes.submitFirstStage, routes.putFirstStage])
    serve(route, (call) => answered(call, (id, caller) => submitFirstStage(deps, id, caller)));
}

function serveCustom(serve: Serve, deps: ProcessingRoutesDeps): void {
  serve(routes.listSensorLogs, ({ query }) => sensorLogs(deps.db, query));
  serve(routes.listGPSFiles, ({ params }) =>
    recordedFiles(deps, flightIdOf(params.flightId), GPS_FILE),
  );
  serve(routes.listRangeFiles, ({ params }) =>
    recordedFiles(deps, flightIdOf(params.flightId), RANGE_FILE),
  );
  serve(routes.submitCustom, async ({ params, body, identity, from }) => {
    const id = await submitCustom(deps, flightIdOf(params.flightId), body, { identity, from });
    return processingDocument(await readOne(deps, id), deps);
  });
}

/** Serves the records of processings, and what people decide of their jobs (document 3, section 7). */
export function serveProcessings(serve: Serve, deps: ProcessingRoutesDeps): void {
  serveLists(serve, deps);
  serve(routes.readProcessing, async ({ params, identity }) => {
    const row = await readOne(deps, params.processingId);
    checkVisible(row, identity.roles);
    return processingDocument(row, deps);
  });
  serve(routes.readResubmitImpact, ({ params, identity }) =>
    resubmitImpact(deps, params.processingId, params.name, identity.roles),
  );
  serveFirstJobs(serve, deps);
  serveCustom(serve, deps);
  serveOrchestration(serve, async ({ identity, from }, request, updated) => {
    await actOnJob(deps, request, { identity, from, updated });
    const row = await readOne(deps, request.processingId);
    return row.area === "iptm" ? terrainMapperDocument(row, deps) : processingDocument(row, deps);
  });
}
