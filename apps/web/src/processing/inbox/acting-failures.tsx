import { useQueryClient } from "@tanstack/react-query";
import type { FailureKind, ProcessingFilters } from "@swath/contract/processing";
import { type ReactNode, useCallback, useMemo } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { usePolledQuery } from "../../platform/query/use-polled-query.ts";
import { ActingRows } from "../actions/job-actions.tsx";
import { failedJobs } from "./failed-jobs.ts";
import { groupFailuresQuery } from "./failures-query.ts";

interface OpenGroup {
  /** Undefined while none is open. */
  readonly group: string | undefined;
  readonly page: number;
  readonly filters: ProcessingFilters;
  readonly kind: FailureKind | undefined;
}

/** A page of the open group's jobs, polled. */
export function useGroupJobs(open: OpenGroup) {
  const query = usePolledQuery(groupFailuresQuery(useApi(), open));
  const { data } = query;
  const rows = useMemo(() => failedJobs(data?.items ?? []), [data]);
  return { query, rows };
}

export type JobsOfGroup = ReturnType<typeof useGroupJobs>;

interface ActingFailuresProps {
  readonly jobs: JobsOfGroup;
  /** The inbox: what is open above a job outlives its group. */
  readonly children: ReactNode;
}

/** The inbox with what can be done to the jobs of its open group. */
export function ActingFailures({ jobs: { query, rows }, children }: ActingFailuresProps) {
  const queries = useQueryClient();
  const poll = useCallback(
    () => void queries.invalidateQueries({ queryKey: queryKeys.failures }),
    [queries],
  );
  const acting = useMemo(() => rows.map(({ row }) => row), [rows]);
  return (
    <ActingRows rows={acting} pollBegan={query.data?.began ?? 0} onPoll={poll}>
      {children}
    </ActingRows>
  );
}
