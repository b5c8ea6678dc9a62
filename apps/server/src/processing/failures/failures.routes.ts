import { FAILURE_TARGETS, type GroupFailure } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import { createVersionCache } from "../../domain/search/list-pages.ts";
import type { Serve } from "../../platform/http/serve.ts";
import type { ProcessingDeps } from "../processing-deps.ts";
import { processingDocument, terrainMapperDocument } from "../records/processing-document.ts";
import { readStored, type StoredProcessing } from "../records/stored-processing.ts";
import { failureSearch, type FailureSearch, isFiltered } from "./failure-search.ts";
import {
  countFailures,
  type FailedJob,
  findGroupJobs,
  findGroups,
  findTargets,
  type Paging,
} from "./find-failures.ts";

export interface FailuresDeps extends ProcessingDeps {
  /** Another number whenever a page may have changed; undefined while that is unknown. */
  readonly version: () => number | undefined;
  /** The same of failures alone. */
  readonly failuresVersion: () => number | undefined;
}

const TOTAL = "x-total-count";
const MOST_REPLIES = 500;

/** A failure with its record, in the shape of its dashboard. */
function documentOf(
  deps: FailuresDeps,
  { job, example, at }: FailedJob,
  row: StoredProcessing,
): GroupFailure {
  const failure = { Job: job, Message: example, Since: at.toISOString() };
  return row.area === "ip"
    ? { Area: "ip", ...failure, Processing: processingDocument(row, deps) }
    : { Area: "iptm", ...failure, Processing: terrainMapperDocument(row, deps) };
}

/** Caches results of any shape until a version changes. */
function rememberer(until: () => number | undefined) {
  const kept = createVersionCache<unknown>(until, MOST_REPLIES);
  return <T>(of: readonly unknown[], read: () => Promise<T>) =>
    kept(JSON.stringify(of), read) as Promise<T>;
}

/** Reads failures, and caches the results until their data changes. */
function failureReader({ db, version, failuresVersion }: FailuresDeps) {
  const ofRecords = rememberer(version);
  const ofFailures = rememberer(failuresVersion);
  // Filtered results change with records; others with failures alone, which change less often.
  const rememberedFor = (search: FailureSearch) => (isFiltered(search) ? ofRecords : ofFailures);
  return {
    groups: (search: FailureSearch, paging: Paging) =>
      rememberedFor(search)(["groups", search, paging], () => findGroups(db, search, paging)),
    count: (search: FailureSearch) =>
      rememberedFor(search)(["count", search], () => countFailures(db, search)),
    jobs: (search: FailureSearch, paging: Paging) =>
      ofRecords(["jobs", search, paging], async () => {
        const found = await findGroupJobs(db, search, paging);
        const ids = [...new Set(found.rows.map(({ processing_id }) => processing_id))];
        const stored = await readStored(db, ids);
        return { ...found, stored: new Map(stored.map((row) => [row.id, row])) };
      }),
    targets: (search: FailureSearch) => findTargets(db, search, FAILURE_TARGETS),
  };
}

/** Serves the inbox of failures that nobody answered. */
export function serveFailures(serve: Serve, deps: FailuresDeps): void {
  const read = failureReader(deps);
  serve(endpoints.listFailureGroups, async (call) => {
    const { query, identity } = call;
    const { page, pageSize, key, ...filters } = query;
    const search = failureSearch(identity.roles, filters, key);
    const { rows, total } = await read.groups(search, { page, pageSize });
    call.setHeader(TOTAL, String(total));
    return [...rows];
  });
  serve(endpoints.countFailures, async ({ identity }) => ({
    Jobs: await read.count(failureSearch(identity.roles, {})),
  }));
  serve(endpoints.listGroupFailures, async (call) => {
    const { params, query, identity } = call;
    const { page, pageSize, ...filters } = query;
    const search = failureSearch(identity.roles, filters, params.key);
    const { rows, total, stored } = await read.jobs(search, { page, pageSize });
    call.setHeader(TOTAL, String(total));
    return rows.flatMap((failed) => {
      const row = stored.get(failed.processing_id);
      return row === undefined ? [] : [documentOf(deps, failed, row)];
    });
  });
  serve(endpoints.listFailureTargets, ({ params, query, identity }) =>
    read.targets(failureSearch(identity.roles, query, params.key)),
  );
}
