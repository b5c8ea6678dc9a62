import CloudOffOutlined from "@mui/icons-material/CloudOffOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Paper from "@mui/material/Paper";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { endpoints } from "@swath/contract/endpoints";
import { TIMELINE_PAGE_SIZE } from "@swath/contract/processing";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi, type Api } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { Notice, Waiting } from "../../ui/feedback/notice.tsx";
import { utcSecond } from "../../ui/text/format.ts";
import type { PanelProps } from "../records/review-address.ts";
import { type TimelineItem, timelineItems } from "./timeline-items.ts";

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
}

function timelineQuery(api: Api, { processingId, job }: RecordTimelineProps) {
  return {
    queryKey: queryKeys.timeline(processingId, { job }),
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }: { pageParam: number; signal: AbortSignal }) =>
      api.list(endpoints.readTimeline, { params: { processingId }, query: { page, job }, signal }),
    getNextPageParam: ({ total }: { total: number }, _all: unknown, page: number) =>
      page * TIMELINE_PAGE_SIZE < total ? page + 1 : undefined,
  };
}

/** The events of a processing, latest first: who, when, what, why. */
export function RecordTimeline(props: RecordTimelineProps) {
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
  const items = timelineItems(data.pages.flatMap((page) => page.items));
  if (items.length === 0) return <Notice Icon={HistoryOutlined} title="No events are recorded" />;
  return (
    <Box>
      <Box component="ol" aria-label="Timeline" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
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

/** Shows names, reasons and messages as plain text. */
function Item({ item: { at, who, isPerson, what, why, followed } }: { item: TimelineItem }) {
  return (
    <Box
      component="li"
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "1fr", sm: "200px 150px minmax(0, 1fr)" },
        gap: { xs: 0.5, sm: 2 },
        px: 2,
        py: 1,
        borderBottom: 1,
        borderColor: "divider",
        overflowWrap: "anywhere",
      }}
    >
      <time dateTime={at}>{utcSecond(at)}</time>
      <Box sx={isPerson ? {} : { color: "text.secondary", fontStyle: "italic" }}>{who}</Box>
      <Box>
        <span>{what}</span>
        {why === null ? null : (
          <Typography variant="body2" sx={{ color: "text.secondary", whiteSpace: "pre-wrap" }}>
            {why}
          </Typography>
        )}
        {followed.map((each) => (
          <Typography key={each} variant="body2" sx={{ color: "text.secondary" }}>
            {each}
          </Typography>
        ))}
      </Box>
    </Box>
  );
}
