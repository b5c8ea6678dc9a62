import { endpoints } from "@swath/contract/endpoints";
import type { Processing } from "@swath/contract/processing";
import type { Api } from "../../platform/api/api.ts";
import { ApiError } from "../../platform/api/api-error.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { readLines } from "./read-lines.ts";

interface Signalled {
  readonly signal: AbortSignal;
}

/** What was read stays as it is while the dialog is open. */
const ONCE = { staleTime: Infinity, gcTime: 0, retry: false } as const;

/** The record that the lines are of. */
export const linesRecordQuery = (api: Api, processingId: string) => ({
  queryKey: queryKeys.flightLines(processingId, "record"),
  queryFn: ({ signal }: Signalled) =>
    api.call(endpoints.readProcessing, { params: { processingId }, signal }),
  ...ONCE,
});

async function fetchKmz(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const reply = await fetch(url, { signal, credentials: "omit", referrerPolicy: "no-referrer" });
  if (reply.ok) return reply.arrayBuffer();
  const message = `The store answered ${reply.status}.`;
  throw new ApiError({ status: reply.status, code: "UNREADABLE", message });
}

/** The flown lines of an area of interest, as the map draws them. */
export const flightLinesQuery = (api: Api, document: Processing) => ({
  queryKey: queryKeys.flightLines(document._id, "lines"),
  queryFn: async ({ signal }: Signalled) => {
    const { guid, SensorID: sensorId, ProjectID: projectId, ProjectAOINo: aoiNum } = document;
    const body = { guid, sensorId, projectId, aoiNum: aoiNum ?? 0 };
    const { url } = await api.call(endpoints.readFlightLines, { body, signal });
    return readLines(await fetchKmz(url, signal), signal);
  },
  ...ONCE,
});

/** The planned lines beside what was flown. */
export const reflightQuery = (api: Api, processingId: string) => ({
  queryKey: queryKeys.flightLines(processingId, "reflight"),
  queryFn: ({ signal }: Signalled) =>
    api.call(endpoints.readReflight, { params: { processingId }, signal }),
  ...ONCE,
});
