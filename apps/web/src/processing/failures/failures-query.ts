import {
  FAILURES_PAGE_SIZE,
  type FailureKind,
  type ProcessingFilters,
} from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import { callQuery, pageQuery } from "../../data/queries.ts";
import type { Api } from "../../platform/api/api.ts";
import { POLL_SLOW_MS, polling } from "../../platform/query/polling.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { nextMoment } from "../records/blocked-rows.ts";

interface Narrowed {
  readonly filters: ProcessingFilters;
  /** Undefined: all kinds. */
  readonly kind: FailureKind | undefined;
}

const queryOf = ({ filters, kind }: Narrowed) => ({
  ...filters,
  ...(kind === undefined ? {} : { kind }),
});

const groupsOf = (api: Api, query: object, signal: AbortSignal) =>
  api.list(endpoints.listFailureGroups, {
    query: { pageSize: FAILURES_PAGE_SIZE, ...query },
    signal,
  });

interface GroupsPart extends Narrowed {
  readonly page: number;
}

/** A page of the groups of failures that wait for an answer, polled. */
export const failureGroupsQuery = (api: Api, { page, ...narrowed }: GroupsPart) =>
  pageQuery(queryKeys.failureGroups({ page, ...narrowed }), POLL_SLOW_MS, page, (signal) =>
    groupsOf(api, { page, ...queryOf(narrowed) }, signal),
  );

/** One group on whichever page; null once none of its jobs waits. */
export const failureGroupQuery = (api: Api, key: string, narrowed: Narrowed) => ({
  queryKey: queryKeys.failureGroups({ key, ...narrowed }),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { items } = await groupsOf(api, { key, ...queryOf(narrowed) }, signal);
    return items[0] ?? null;
  },
  ...polling(POLL_SLOW_MS),
});

interface JobsPart extends GroupsPart {
  /** Undefined while no group is open; then nothing is read. */
  readonly group: string | undefined;
}

/** A page of a group's jobs, polled like a dashboard's rows. */
export const groupFailuresQuery = (api: Api, { group, page, ...narrowed }: JobsPart) => ({
  ...pageQuery(
    queryKeys.groupFailures({ group, page, ...narrowed }),
    POLL_SLOW_MS,
    page,
    async (signal) => {
      const began = nextMoment();
      const list = await api.list(endpoints.listGroupFailures, {
        params: { key: group ?? "" },
        query: { page, pageSize: FAILURES_PAGE_SIZE, ...queryOf(narrowed) },
        signal,
      });
      return { ...list, group, began };
    },
  ),
  enabled: group !== undefined,
  /** Keeps another page of the same group, and no page of another group. */
  placeholderData: <T extends { readonly group: string | undefined }>(last: T | undefined) =>
    last?.group === group ? last : undefined,
});

interface TargetsPart extends Narrowed {
  readonly group: string;
  /** The id of one opening of the dialog; each opening reads again. */
  readonly visit: string;
}

/** Every job of a group, as bulk calls name it. */
export const groupTargetsQuery = (api: Api, { group, visit, ...narrowed }: TargetsPart) => ({
  ...callQuery(api, queryKeys.failureTargets(visit), endpoints.listFailureTargets, {
    params: { key: group },
    query: queryOf(narrowed),
  }),
  staleTime: Infinity,
  gcTime: 0,
  refetchOnWindowFocus: false,
});
