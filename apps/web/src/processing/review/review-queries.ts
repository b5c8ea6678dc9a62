import type { Attempt } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import type { Api } from "../../platform/api/api.ts";
import { ApiError } from "../../platform/api/api-error.ts";
import {
  nextPollMs,
  POLL_FAST_MS,
  POLL_MODERATE_MS,
  type PolledQuery,
  polling,
} from "../../platform/query/polling.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { nextMoment } from "../actions/blocked-rows.ts";
import { rowOfProcessing } from "../rows/rows-of-documents.ts";
import { type EmbeddedRasters, embeddedRasters } from "./results/embedded-rasters.ts";
import { areaOf, pictureSize } from "./results/picture-size.ts";
import { isVector } from "./results/shown-file.ts";

/** A job of a processing, as calls name it. */
export interface JobPlace {
  readonly processingId: string;
  readonly job: string;
}
export interface AttemptPlace extends JobPlace {
  readonly attempt: number;
}

interface Signalled {
  readonly signal: AbortSignal;
}

/** The record, polled: what others change of it is seen while it is reviewed. */
export const recordQuery = (api: Api, processingId: string) => ({
  queryKey: queryKeys.processing(processingId),
  queryFn: async ({ signal }: Signalled) => {
    const began = nextMoment();
    const document = await api.call(endpoints.readProcessing, { params: { processingId }, signal });
    return { row: rowOfProcessing(document), began };
  },
  ...polling(POLL_MODERATE_MS),
});

/** Whether one of the attempts, latest first, is under way. */
const isUnderWay = (attempts: readonly Attempt[]): boolean => attempts[0]?.outcome === null;

/** The attempts of a job; polled fast while one is under way. */
export const attemptsQuery = (api: Api, place: JobPlace) => ({
  queryKey: queryKeys.attempts(place.processingId, place.job),
  queryFn: ({ signal }: Signalled) => api.call(endpoints.listAttempts, { params: place, signal }),
  ...polling(POLL_MODERATE_MS),
  refetchInterval: (query: PolledQuery & { state: { data?: readonly Attempt[] | undefined } }) =>
    nextPollMs(isUnderWay(query.state.data ?? []) ? POLL_FAST_MS : POLL_MODERATE_MS, query),
});

const paramsOf = ({ attempt, ...place }: AttemptPlace) => ({ ...place, attempt: String(attempt) });

const keyOf = ({ processingId, job, attempt }: AttemptPlace, of: object) =>
  queryKeys.attempt(processingId, job, attempt, of);

/** What an attempt left. */
export const filesQuery = (api: Api, place: AttemptPlace) => ({
  queryKey: keyOf(place, { of: "files" }),
  queryFn: ({ signal }: Signalled) =>
    api.call(endpoints.listAttemptFiles, { params: paramsOf(place), signal }),
  staleTime: Infinity,
});

const TASKS_SHOWN = 100;

/** The tasks of an attempt that ended, failed ones first. */
export const tasksQuery = (api: Api, place: AttemptPlace) => ({
  queryKey: keyOf(place, { of: "tasks" }),
  queryFn: ({ signal }: Signalled) =>
    api.list(endpoints.listAttemptTasks, {
      params: paramsOf(place),
      query: { pageSize: TASKS_SHOWN },
      signal,
    }),
});

/** The tasks of an attempt that have not ended. */
export const openTasksQuery = (api: Api, place: AttemptPlace) => ({
  queryKey: keyOf(place, { of: "open-tasks" }),
  queryFn: ({ signal }: Signalled) =>
    api.call(endpoints.listOpenTasks, { params: paramsOf(place), signal }),
  ...polling(POLL_FAST_MS),
});

/** What differs between two attempts. */
export const differencesQuery = (api: Api, place: AttemptPlace, other: number) => ({
  queryKey: keyOf(place, { of: "differences", other }),
  queryFn: ({ signal }: Signalled) =>
    api.call(endpoints.compareAttempts, {
      params: paramsOf(place),
      query: { with: other },
      signal,
    }),
});

/** What begins anew after this job. */
export const impactQuery = (api: Api, { processingId, job }: JobPlace) => ({
  queryKey: queryKeys.resubmitImpact(processingId, job),
  queryFn: ({ signal }: Signalled) =>
    api.call(endpoints.readResubmitImpact, { params: { processingId, name: job }, signal }),
});

/** A piece of a task's log from a byte on. */
export const readLogPiece = (
  api: Api,
  { task, ...place }: AttemptPlace & { readonly task: string },
  range: { readonly start: number; readonly length: number },
  signal: AbortSignal,
) =>
  api.call(endpoints.readTaskLog, {
    params: paramsOf(place),
    query: { task, ...range },
    signal,
  });

/** Largest preview or report that is shown in the page. */
export const MOST_SHOWN_BYTES = 33_554_432;
/** Largest picture of lines and letters: ours have 500 kB at most, and each line is drawn anew at each size. */
export const MOST_VECTOR_BYTES = 2_097_152;

async function readFile(
  api: Api,
  { place, path }: { readonly place: AttemptPlace; readonly path: string },
  signal: AbortSignal,
): Promise<Blob> {
  const params = paramsOf(place);
  const { url } = await api.call(endpoints.readAttemptFile, { params, query: { path }, signal });
  const reply = await fetch(url, { signal, credentials: "omit", referrerPolicy: "no-referrer" });
  if (reply.ok) return reply.blob();
  const message = `The store answered ${reply.status}.`;
  throw new ApiError({ status: reply.status, code: "UNREADABLE", message });
}

/** What an attempt left never changes. */
const KEPT = { staleTime: Infinity, gcTime: 120_000 } as const;

/** What a preview holds, of a vector picture its text, and its pixels, where these are known. */
export const pictureQuery = (api: Api, place: AttemptPlace, path: string) => ({
  queryKey: queryKeys.attemptFile({ ...place, path }),
  queryFn: async ({ signal }: Signalled) => {
    const blob = await readFile(api, { place, path }, signal);
    const content = isVector(path) ? await blob.text() : blob;
    const rasters =
      typeof content === "string"
        ? embeddedRasters(content)
        : rasterOf(new Uint8Array(await content.arrayBuffer()));
    return { content, rasters };
  },
  ...KEPT,
});

function rasterOf(bytes: Uint8Array): EmbeddedRasters | undefined {
  const largest = pictureSize(bytes);
  return largest && { pixels: areaOf(largest), largest };
}

/** What a report holds, as text. */
export const reportQuery = (api: Api, place: AttemptPlace, path: string) => ({
  queryKey: queryKeys.attemptFile({ ...place, path, as: "text" }),
  queryFn: async ({ signal }: Signalled) => (await readFile(api, { place, path }, signal)).text(),
  ...KEPT,
});

/** Where a file of an attempt is downloaded from; the download is recorded. */
export const downloadFile = (api: Api, place: AttemptPlace, path: string) =>
  api.call(endpoints.downloadAttemptFile, { params: paramsOf(place), body: { path } });

export const restoreAttempt = (api: Api, place: AttemptPlace) =>
  api.call(endpoints.restoreAttempt, { params: paramsOf(place) });
