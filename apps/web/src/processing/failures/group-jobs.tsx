import Box from "@mui/material/Box";
import {
  type FailureKind,
  FAILURES_PAGE_SIZE,
  processingFilters,
  type ProcessingFilters,
} from "@swath/contract/processing";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useMemo } from "react";
import { settingsQuery } from "../../data/record-queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { usePolledQuery } from "../../platform/query/polling.ts";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { utcMinute } from "../../ui/text/format.ts";
import { TextLink } from "../../ui/links.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { COARSE, TOUCH_PX } from "../../ui/theme/theme.ts";
import { FoldingTable } from "../../ui/table/folding-table.tsx";
import { Pages } from "../../ui/table/pages.tsx";
import { ActingRows } from "../actions/job-actions.tsx";
import { JobCell } from "../dashboard/job-cell.tsx";
import { recordColumns, VersionLabel } from "../dashboard/record-cells.tsx";
import { type FailedJob, failedJobs } from "../records/processing-row.ts";
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
  /** The inbox, since a dialog above a job outlives the job's group. */
  readonly children: ReactNode;
}

/** The inbox with the actions on the jobs of its open group. */
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

const LOADING = "Loading jobs...";

interface GroupJobsProps {
  readonly jobs: JobsOfGroup;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

const columnsOf = (currentLMSVersion: string): readonly Column<FailedJob>[] => [
  ...recordColumns<FailedJob>(["12%", "8%", "8%", "10%"], ({ row }) => row),
  {
    name: "Processing Template",
    width: "12%",
    cell: (failed) => (
      <>
        {failed.row.template ?? "–"}
        <VersionLabel row={failed.row} />
        <DashboardLink failed={failed} />
      </>
    ),
  },
  { name: "Job", width: "10%", cell: ({ job }) => job.label },
  {
    name: "Status",
    width: "15%",
    cell: ({ row, job, lmsVersion }) => (
      <JobCell
        row={row}
        job={job}
        shape="pill"
        currentLMSVersion={currentLMSVersion}
        lmsVersion={lmsVersion}
      />
    ),
  },
  {
    name: "Message",
    onCard: "whole",
    cell: ({ message, since }) => (
      <>
        <Box component="bdi" sx={{ overflowWrap: "anywhere" }}>
          {message}
        </Box>
        <Box sx={{ color: "text.secondary" }}>{utcMinute(since)}</Box>
      </>
    ),
  },
];

/** The link to the flight on its dashboard. */
function DashboardLink({ failed: { area, row } }: { failed: FailedJob }) {
  const search = { FlightID: processingFilters.textOf("FlightID", [row.flightId]) };
  return (
    <Box
      component="span"
      sx={{
        display: "block",
        [COARSE]: {
          "& > a": { display: "inline-grid", alignItems: "center", minHeight: TOUCH_PX },
        },
      }}
    >
      <TextLink to={area === "ip" ? "/ip" : "/iptm"} search={search}>
        On its dashboard
      </TextLink>
    </Box>
  );
}

/** The jobs of a group of failures, each with its menu. */
export function GroupJobs({ jobs: { query, rows }, page, onPage }: GroupJobsProps) {
  const lms = useQuery(settingsQuery(useApi())).data?.LMSCurrentVersion ?? "";
  const { isPlaceholderData: isStale } = query;
  return (
    <Box sx={{ p: 1.5, pl: { xs: 1.5, md: 5 }, backgroundColor: "action.hover" }}>
      <Loaded query={query} loading={LOADING} failed="The jobs of this group could not be loaded">
        {(list) => (
          <>
            <Box sx={{ opacity: isStale ? 0.55 : 1, transition: "opacity 150ms" }}>
              {rows.length === 0 ? (
                <Box sx={{ p: 2, color: "text.secondary" }}>No job of this group waits here.</Box>
              ) : (
                <FoldingTable
                  caption="Jobs of the group, latest failure first"
                  columns={columnsOf(lms)}
                  rows={rows}
                  minWidth={860}
                  keyOf={({ key }) => key}
                />
              )}
            </Box>
            {list.total > FAILURES_PAGE_SIZE ? (
              <Pages
                label="Pages of the group's jobs"
                page={page}
                shownPage={list.page}
                pageSize={FAILURES_PAGE_SIZE}
                total={list.total}
                onPage={onPage}
              />
            ) : null}
          </>
        )}
      </Loaded>
    </Box>
  );
}
