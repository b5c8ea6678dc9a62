import { AppError } from "@swath/contract/errors";
import { PROCESSING_PAGE_SIZE, TERRAIN_MAPPER_PAGE_SIZES } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import type { Identity } from "@swath/contract/identity";
import { createCountCache, createVersionCache } from "../domain/search/page-cache.ts";
import type { CallOrigin } from "../platform/audit/record-event.ts";
import type { Serve } from "../platform/http/serve.ts";
import { actOnJob, type JobRequest } from "./actions/act-on-job.ts";
import { requestedAction, firstJobRequest } from "./actions/requested-action.ts";
import { checkVisible } from "./records/find-processing.ts";
import { resubmitImpact } from "./actions/resubmit-impact.ts";
import { submitFirstStage, submitLMS, serveOrchestration } from "./actions/actions.routes.ts";
import { serveBulk } from "./bulk/bulk.routes.ts";
import { type CustomRoutesDeps, serveCustom } from "./custom/custom.routes.ts";
import { serveFailures } from "./failures/failures.routes.ts";
import type { Caller, ProcessingDeps } from "./processing-deps.ts";
import { processingDocument, terrainMapperDocument } from "./records/processing-document.ts";
import { readShown, type StoredProcessing } from "./records/stored-processing.ts";
import { processingTimeline } from "./records/timeline.ts";
import { changesWithSets, decidedByStatuses, type StatusBits } from "./search/condition.ts";
import { countProcessings, findProcessings, readStatusBits } from "./search/find-processings.ts";
import {
  processingSearch,
  type ProcessingSearch,
  terrainMapperSearch,
} from "./search/processing-search.ts";

export interface ProcessingRoutesDeps extends ProcessingDeps, CustomRoutesDeps {
  /** Milliseconds of a clock that only runs forward. */
  readonly now: () => number;
  /** Another number whenever what a page shows may have changed; undefined while that is unknown. */
  readonly version: () => number | undefined;
  /** Another number whenever a filter other than by status may find others. */
  readonly setsVersion: () => number | undefined;
  /** Another number whenever a failure was added, answered or is to be answered again. */
  readonly failuresVersion: () => number | undefined;
}

const TOTAL = "x-total-count";
const MOST_PAGES = 1_000;
/** Of more rows than a page of the dashboard, as the Terrain Mapper's list offers them. */
const MOST_LARGE_PAGES = 100;
const LARGE_PAGES: ReadonlySet<number> = new Set(TERRAIN_MAPPER_PAGE_SIZES);

interface Page {
  readonly total: number;
  readonly rows: readonly StoredProcessing[];
}

/** Reads pages; what was read is remembered until something changes. */
function pageReader(deps: ProcessingRoutesDeps) {
  const { db, now, version, setsVersion } = deps;
  const pages = createVersionCache<Page>(version, MOST_PAGES);
  const largePages = createVersionCache<Page>(version, MOST_LARGE_PAGES);
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
    return { total, rows: await readShown(deps, ids) };
  };
  // Pages of a size that the portal does not offer are not remembered.
  return async (search: ProcessingSearch): Promise<Page> => {
    const { limit, pageKey } = search;
    if (limit <= PROCESSING_PAGE_SIZE) return pages(pageKey, () => read(search));
    return LARGE_PAGES.has(limit) ? largePages(pageKey, () => read(search)) : read(search);
  };
}

function serveLists(serve: Serve, deps: ProcessingRoutesDeps): void {
  const pageOf = pageReader(deps);
  serve(endpoints.listProcessings, async (call) => {
    const { total, rows } = await pageOf(processingSearch(call.query));
    call.setHeader(TOTAL, String(total));
    return rows.map((row) => processingDocument(row, deps));
  });
  serve(endpoints.listTerrainMapperProcessings, async ({ query }) => {
    const { total, rows } = await pageOf(terrainMapperSearch(query));
    return { documents: rows.map((row) => terrainMapperDocument(row, deps)), count: total };
  });
}

async function readOne(deps: ProcessingRoutesDeps, id: string): Promise<StoredProcessing> {
  const [row] = await readShown(deps, [id]);
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

  for (const endpoint of [endpoints.changeProcessing, endpoints.updateProcessing])
    serve(endpoint, (call) =>
      answered(call, acting(requestedAction(call.body)), call.body.Updated ?? call.query.updated),
    );
  serve(endpoints.actOnFirstJob, (call) =>
    answered(call, acting(firstJobRequest(call.params.name, call.body))),
  );
  serve(endpoints.resubmitStage, (call) =>
    answered(call, acting({ job: call.params.name, action: "resubmitJob" })),
  );
  serve(endpoints.submitLMS, (call) => answered(call, (id, caller) => submitLMS(deps, id, caller)));
  serve(endpoints.cancelLMS, (call) =>
    answered(call, acting({ job: { area: "lms" }, action: "cancelLMS" })),
  );
  serve(endpoints.reprocessManualGPS, (call) =>
    answered(call, acting({ job: { area: "gps" }, action: "submitToLMS" })),
  );
  for (const endpoint of [endpoints.submitFirstStage, endpoints.putFirstStage])
    serve(endpoint, (call) => answered(call, (id, caller) => submitFirstStage(deps, id, caller)));
}

/** Serves the records of processings, and what people decide of their jobs (document 3, section 7). */
export function serveProcessings(serve: Serve, deps: ProcessingRoutesDeps): void {
  serveLists(serve, deps);
  serveFailures(serve, deps);
  serve(endpoints.readProcessing, async ({ params, identity }) => {
    const row = await readOne(deps, params.processingId);
    checkVisible(row, identity.roles);
    return processingDocument(row, deps);
  });
  serve(endpoints.readTimeline, async (call) => {
    const { params, query, identity } = call;
    const { entries, total } = await processingTimeline(
      deps.db,
      params.processingId,
      query,
      identity.roles,
    );
    call.setHeader(TOTAL, String(total));
    return entries;
  });
  serve(endpoints.readResubmitImpact, ({ params, identity }) =>
    resubmitImpact(deps, params.processingId, params.name, identity.roles),
  );
  serveFirstJobs(serve, deps);
  serveCustom(serve, deps, async (id) => processingDocument(await readOne(deps, id), deps));
  serveBulk(serve, deps);
  serveOrchestration(serve, async ({ identity, from }, request, updated) => {
    await actOnJob(deps, request, { identity, from, updated });
    const row = await readOne(deps, request.processingId);
    return row.area === "iptm" ? terrainMapperDocument(row, deps) : processingDocument(row, deps);
  });
}
