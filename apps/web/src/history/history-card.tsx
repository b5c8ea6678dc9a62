import Box from "@mui/material/Box";
import type { HistoryEntry } from "@swath/contract/history";
import { endpoints } from "@swath/contract/endpoints";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { actorOf, sentenceOf } from "../data/history-sentence.ts";
import { callQuery } from "../data/queries.ts";
import { useApi } from "../platform/api/api.ts";
import { POLL_MODERATE_MS, polling } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import { Fetched } from "../ui/feedback/loaded.tsx";
import { TextLink } from "../ui/links.tsx";
import { PageCard } from "../ui/page/page-card.tsx";
import { utcMinute } from "../ui/text/format.ts";

const SHOWN = 6;

/** What happened to a flight last, and the way to all of it. */
export function HistoryCard({ flightId }: { readonly flightId: string }) {
  const latest = callQuery(
    useApi(),
    queryKeys.history(flightId, { last: SHOWN }),
    endpoints.readHistory,
    { params: { flightId }, query: { page: 1, pageSize: SHOWN } },
  );
  const query = useQuery({ ...queryOptions(latest), ...polling(POLL_MODERATE_MS) });
  return (
    <PageCard
      title="History"
      side={
        <TextLink to="/post/$flightId/history" params={{ flightId }}>
          All of it
        </TextLink>
      }
      isFlush
    >
      <Fetched query={query} loading="Loading History..." failed="The history could not be loaded">
        {(events) =>
          events.length === 0 ? (
            <Box sx={{ p: 2, color: "text.secondary" }}>
              No history is recorded for this flight yet.
            </Box>
          ) : (
            <Box component="ol" sx={{ listStyle: "none", m: 0, p: 0 }}>
              {events.map((event) => (
                <Event key={event.id} event={event} />
              ))}
            </Box>
          )
        }
      </Fetched>
    </PageCard>
  );
}

function Event({ event }: { readonly event: HistoryEntry }) {
  const isRefusal = event.action === "call.refused";
  return (
    <Box component="li" sx={ROW}>
      <Box component="span" sx={{ color: isRefusal ? "error.main" : "text.primary" }}>
        {sentenceOf(event)}
      </Box>
      <Box component="span" sx={{ color: "text.secondary" }}>
        <time dateTime={event.at}>{utcMinute(event.at)}</time>
        {`, ${actorOf(event)}`}
      </Box>
    </Box>
  );
}

const ROW = {
  display: "grid",
  px: { xs: 1.5, sm: 2 },
  py: 0.75,
  fontSize: "0.8125rem",
  overflowWrap: "anywhere",
  "&:not(:first-of-type)": { borderTop: 1, borderColor: "divider" },
} as const;
