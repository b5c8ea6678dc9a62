import CloudOffOutlined from "@mui/icons-material/CloudOffOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Paper from "@mui/material/Paper";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { endpoints } from "@swath/contract/endpoints";
import { AUDIT_EVENTS, type AuditFacts } from "@swath/contract/history";
import {
  JOB_ACTIONS,
  type JobAction,
  TIMELINE_PAGE_SIZE,
  type TimelineEntry,
} from "@swath/contract/processing";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { actorOf, sentenceOf } from "../../data/history-sentence.ts";
import { useApi, type Api } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Waiting } from "../../ui/feedback/waiting.tsx";
import { utcSecond } from "../../ui/text/format.ts";
import { JOB_LOOK } from "../records/job-style.ts";
import type { PanelProps } from "../attempts/with-attempts.tsx";

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

const timelineQuery = (api: Api, { processingId, job }: RecordTimelineProps) => ({
  queryKey: queryKeys.timeline(processingId, { job }),
  initialPageParam: 1,
  queryFn: ({ pageParam: page, signal }: { pageParam: number; signal: AbortSignal }) =>
    api.list(endpoints.readTimeline, { params: { processingId }, query: { page, job }, signal }),
  getNextPageParam: ({ total }: { total: number }, _all: unknown, page: number) =>
    page * TIMELINE_PAGE_SIZE < total ? page + 1 : undefined,
});

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
function Item({ item }: { item: ReturnType<typeof itemOf> }) {
  const { at, who, isPerson, what, why, followed } = item;
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

/** The events of a processing as people read them, in the given order. */
export const timelineItems = (entries: readonly TimelineEntry[]) => callsOf(entries).map(itemOf);

/** Groups adjacent events of one call; an event without a call is alone. */
function callsOf(entries: readonly TimelineEntry[]): TimelineEntry[][] {
  const calls: TimelineEntry[][] = [];
  for (const entry of entries) {
    const last = calls.at(-1);
    const same = entry.requestId !== null && last?.[0]?.requestId === entry.requestId;
    if (same) last?.push(entry);
    else calls.push([entry]);
  }
  return calls;
}

/** QA of a GPS or LMS job leaves its status as it was. */
const isNoMove = ({ action, detail }: TimelineEntry): boolean =>
  action === "job.moved" && detail["from"] === detail["to"];

/** An event with the events that followed from it: a person's act comes before the status changes. */
function itemOf(call: readonly TimelineEntry[]) {
  const head = call.find(({ action }) => action !== "job.moved") ?? call[0]!;
  const rest = call.filter((each) => each !== head && !isNoMove(each)).toReversed();
  return {
    ...wordsOf(head),
    id: head.id,
    at: head.at,
    who: actorOf(head),
    isPerson: head.actor === "person",
    followed: [...new Set(rest.map((each) => wordsOf(each).what))],
  };
}

/** An event as text, and its reason. */
function wordsOf(entry: TimelineEntry): { readonly what: string; readonly why: string | null } {
  const facts = AUDIT_EVENTS[entry.action].facts.safeParse(entry.detail);
  if (facts.success && entry.action === "job.moved") {
    const { job, from, to, reason } = facts.data as AuditFacts<"job.moved">;
    return { what: `${job}: ${JOB_LOOK[from].label} → ${JOB_LOOK[to].label}`, why: reason };
  }
  if (facts.success && entry.action === "processing.changed") {
    const data = facts.data as AuditFacts<"processing.changed">;
    return { what: changed(data), why: data.reason };
  }
  return { what: sentenceOf({ ...entry, upload: null, address: null }), why: null };
}

const isAction = (name: string): name is JobAction => Object.hasOwn(JOB_ACTIONS, name);

function changed({ job, action }: AuditFacts<"processing.changed">): string {
  const name = job ?? "the processing";
  if (!isAction(action)) return `${action}: ${name}`;
  const { label } = JOB_ACTIONS[action];
  return label.includes("{name}") ? label.replace("{name}", name) : `${label}: ${name}`;
}
