import { endpoints } from "@swath/contract/endpoints";
import type { Processing } from "@swath/contract/processing";
import type { PlanGeometry } from "@swath/plan/model";
import { valueOf, WorkerCalls } from "@swath/worker-rpc";
import { callQuery } from "../../data/queries.ts";
import type { Api } from "../../platform/api/api.ts";
import { fetchStored } from "../../platform/api/api-error.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import type { LineCalls } from "./lines.worker.ts";

/** Wording of document 3, section 2.2. */
export const LINES_LOADING = "Loading Flight Lines Map...";
export const NO_LINES = "No flight line crosses this area of interest";

/** Data stays unchanged while the dialog is open. */
const ONCE = { staleTime: Infinity, gcTime: 0, retry: false } as const;

/** The record of the lines. */
export const linesRecordQuery = (api: Api, processingId: string) => ({
  ...callQuery(api, queryKeys.flightLines(processingId, "record"), endpoints.readProcessing, {
    params: { processingId },
  }),
  ...ONCE,
});

/** The flown lines of an area of interest, as the map draws them. */
export const flightLinesQuery = (api: Api, document: Processing) => ({
  queryKey: queryKeys.flightLines(document._id, "lines"),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { guid, SensorID: sensorId, ProjectID: projectId, ProjectAOINo: aoiNum } = document;
    const body = { guid, sensorId, projectId, aoiNum: aoiNum ?? 0 };
    const { url } = await api.call(endpoints.readFlightLines, { body, signal });
    return readLines(await (await fetchStored(url, signal)).arrayBuffer(), signal);
  },
  ...ONCE,
});

/** The comparison of planned and flown lines. */
export const reflightQuery = (api: Api, processingId: string) => ({
  ...callQuery(api, queryKeys.flightLines(processingId, "reflight"), endpoints.readReflight, {
    params: { processingId },
  }),
  ...ONCE,
});

/** Reads a KMZ in a worker of its own; undefined geometry: it has no lines. Throws if it is unreadable. */
async function readLines(
  bytes: ArrayBuffer,
  signal: AbortSignal,
): Promise<{ readonly geometry: PlanGeometry | undefined }> {
  const calls = new WorkerCalls<LineCalls>(startWorker);
  const close = (): void => calls.close();
  signal.addEventListener("abort", close);
  try {
    const read = valueOf(await calls.call("read", bytes, [bytes]));
    if (!read.ok) throw new Error(`${read.reason}.`);
    return { geometry: read.geometry };
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}

function startWorker(): Worker {
  return new Worker(new URL("./lines.worker.ts", import.meta.url), { type: "module" });
}
