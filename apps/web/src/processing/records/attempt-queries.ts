import { endpoints } from "@swath/contract/endpoints";
import type { Attempt } from "@swath/contract/processing";
import { callQuery } from "../../data/queries.ts";
import type { Api } from "../../platform/api/api.ts";
import { fetchStored } from "../../platform/api/api-error.ts";
import {
  nextPollMs,
  POLL_FAST_MS,
  POLL_MODERATE_MS,
  type PolledQuery,
  polling,
} from "../../platform/query/polling.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";

/** A job's name in calls. */
export interface JobPlace {
  readonly processingId: string;
  readonly job: string;
}
export interface AttemptPlace extends JobPlace {
  readonly attempt: number;
}

/** Whether one of the attempts, latest first, is under way. */
const isUnderWay = (attempts: readonly Attempt[]): boolean => attempts[0]?.outcome === null;

/** The attempts of a job; polled fast while one is under way. */
export const attemptsQuery = (api: Api, place: JobPlace) => ({
  ...callQuery(api, queryKeys.attempts(place.processingId, place.job), endpoints.listAttempts, {
    params: place,
  }),
  ...polling(POLL_MODERATE_MS),
  refetchInterval: (query: PolledQuery & { state: { data?: readonly Attempt[] | undefined } }) =>
    nextPollMs(isUnderWay(query.state.data ?? []) ? POLL_FAST_MS : POLL_MODERATE_MS, query),
});

const paramsOf = ({ attempt, ...place }: AttemptPlace) => ({ ...place, attempt: String(attempt) });

const keyOf = ({ processingId, job, attempt }: AttemptPlace, of: object) =>
  queryKeys.attempt(processingId, job, attempt, of);

/** The files that an attempt left. */
export const filesQuery = (api: Api, place: AttemptPlace) => ({
  ...callQuery(api, keyOf(place, { of: "files" }), endpoints.listAttemptFiles, {
    params: paramsOf(place),
  }),
  staleTime: Infinity,
});

const TASKS_SHOWN = 100;

/** An attempt's tasks that ended, failed ones first. */
export const tasksQuery = (api: Api, place: AttemptPlace) => ({
  queryKey: keyOf(place, { of: "tasks" }),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.list(endpoints.listAttemptTasks, {
      params: paramsOf(place),
      query: { pageSize: TASKS_SHOWN },
      signal,
    }),
});

/** An attempt's tasks that have not ended. */
export const openTasksQuery = (api: Api, place: AttemptPlace) => ({
  ...callQuery(api, keyOf(place, { of: "open-tasks" }), endpoints.listOpenTasks, {
    params: paramsOf(place),
  }),
  ...polling(POLL_FAST_MS),
});

/** The differences between two attempts. */
export const differencesQuery = (api: Api, place: AttemptPlace, other: number) =>
  callQuery(api, keyOf(place, { of: "differences", other }), endpoints.compareAttempts, {
    params: paramsOf(place),
    query: { with: other },
  });

/** A range of a task's log, in bytes. */
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

/** The content of a file that an attempt left. */
export async function readAttemptFile(
  api: Api,
  { place, path }: { readonly place: AttemptPlace; readonly path: string },
  signal: AbortSignal,
): Promise<Blob> {
  const params = paramsOf(place);
  const { url } = await api.call(endpoints.readAttemptFile, { params, query: { path }, signal });
  return (await fetchStored(url, signal)).blob();
}

/** Records a download and returns the file's address. */
export const downloadFile = (api: Api, place: AttemptPlace, path: string) =>
  api.call(endpoints.downloadAttemptFile, { params: paramsOf(place), body: { path } });
