import CloudOffOutlined from "@mui/icons-material/CloudOffOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Paper from "@mui/material/Paper";
import Switch from "@mui/material/Switch";
import { endpoints } from "@swath/contract/endpoints";
import { TIMELINE_PAGE_SIZE } from "@swath/contract/processing";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi, type Api } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Waiting } from "../../ui/feedback/waiting.tsx";
import type { PanelProps } from "../attempts/with-attempts.tsx";
import { jobsOf } from "../records/processing-row.ts";
import { itemOf } from "./timeline-items.ts";
import { EventRow, RunRow } from "./timeline-rows.tsx";
import { foldRuns } from "./timeline-runs.ts";

/** The events of the reviewed job, or of all jobs of its processing. */
export function TimelinePanel({ row, job }: PanelProps) {
  const [isOfAll, setOfAll] = useState(false);
  return (
    <>
      <FormControlLabel
        control={<Switch checked={isOfAll} onChange={({ target }) => setOfAll(target.checked)} />}
        label="All jobs of this processing"
      />
      <Paper variant="outlined" sx={{ mt: 1, overflowX: "auto" }}>
        <RecordTimeline
          key={row.updated}
          processingId={row.id}
          labels={new Map(jobsOf(row).map(({ name, label }) => [name, label]))}
          {...(isOfAll ? {} : { job: job.name })}
        />
      </Paper>
    </>
  );
}

interface RecordTimelineProps {
  readonly processingId: string;
  /** The name of the only job; all jobs unless given. */
  readonly job?: string;
  /** What people call the jobs, by their names. */
  readonly labels?: ReadonlyMap<string, string>;
}

const timelineQuery = (api: Api, { processingId, job }: RecordTimelineProps) => ({
  queryKey: queryKeys.timeline(processingId, { job }),
  initialPageParam: 1,
  queryFn: ({ pageParam: page, signal }: { pageParam: number; signal: AbortSignal }) =>
    api.list(endpoints.readTimeline, { params: { processingId }, query: { page, job }, signal }),
  getNextPageParam: ({ total }: { total: number }, _all: unknown, page: number) =>
    page * TIMELINE_PAGE_SIZE < total ? page + 1 : undefined,
});

/** The events of a processing, latest first, a run as one: who, when, what, why. */
export function RecordTimeline(props: RecordTimelineProps) {
  const { labels } = props;
  const query = useInfiniteQuery(timelineQuery(useApi(), props));
  const { data, isPending, isError, hasNextPage, isFetchingNextPage, refetch } = query;
  if (isPending) return <Waiting text="Loading Timeline..." fill />;
  if (isError)
    return (
      <Notice Icon={CloudOffOutlined} title="The timeline could not be loaded">
        <Button variant="outlined" onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    );
  const items = foldRuns(data.pages.flatMap((page) => page.items));
  if (items.length === 0) return <Notice Icon={HistoryOutlined} title="No events are recorded" />;
  return (
    <Box>
      <Box component="ol" aria-label="Timeline" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {items.map((item) =>
          item.is === "run" ? (
            <RunRow
              // The same run, however many of its steps are loaded or follow.
              key={`${item.job} ${item.ordered}`}
              run={item}
              label={labels?.get(item.job) ?? item.job}
            />
          ) : (
            <EventRow key={item.id} item={itemOf(item.call)} />
          ),
        )}
      </Box>
      {hasNextPage ? (
        <Button
          sx={{ m: 1.5 }}
          variant="outlined"
          loading={isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show earlier events
        </Button>
      ) : null}
    </Box>
  );
}
