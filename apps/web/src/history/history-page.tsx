import Box from "@mui/material/Box";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type AuditKind, HISTORY_PAGE_SIZE, type HistoryEntry } from "@swath/contract/history";
import { endpoints } from "@swath/contract/endpoints";
import { utcUnlabelled } from "../ui/text/format.ts";
import type { Column } from "../ui/table/data-table.tsx";
import { FoldingTable } from "../ui/table/folding-table.tsx";
import { Facts, Hint } from "../ui/text/hint.tsx";
import { actorOf, sentenceOf } from "../data/history-sentence.ts";
import { type Api, useApi } from "../platform/api/api.ts";
import { POLL_MODERATE_MS, usePolledQuery } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import { pageQuery } from "../data/queries.ts";
import { NoFlight } from "../data/no-flight.tsx";
import { ApiError } from "../platform/api/api-error.ts";
import { usePageTitle } from "../platform/config/config.ts";
import { Freshness, Loaded } from "../ui/feedback/loaded.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { SelectField } from "../ui/form/select-field.tsx";
import { Pages } from "../ui/table/pages.tsx";
import { PAGE, PAGE_HEAD } from "../ui/page/page-layout.ts";

const COLUMNS: readonly Column<HistoryEntry>[] = [
  {
    name: "When (UTC)",
    width: "190px",
    onCard: "half",
    cell: ({ at }) => <time dateTime={at}>{utcUnlabelled(at)}</time>,
  },
  {
    name: "Who",
    width: "200px",
    onCard: "half",
    cell: (entry) => (
      <Box
        component="span"
        sx={entry.actor === "person" ? {} : { color: "text.secondary", fontStyle: "italic" }}
      >
        {actorOf(entry)}
      </Box>
    ),
  },
  {
    name: "What",
    onCard: "whole",
    cell: (entry) => (
      <Box component="span" sx={entry.action === "call.refused" ? { color: "error.main" } : {}}>
        {sentenceOf(entry)}
      </Box>
    ),
  },
  { name: "From", width: "190px", onCard: "whole", cell: (entry) => <Origin entry={entry} /> },
];

function Origin({ entry: { address, requestId } }: { entry: HistoryEntry }) {
  if (address === null) return <Box sx={{ color: "text.secondary" }}>–</Box>;
  if (requestId === null) return address;
  return <Hint hint={<Facts of={[["Request", requestId]]} />}>{address}</Hint>;
}

/** A page of a flight's history, polled. */
const historyQuery = (api: Api, { flightId, page, kind }: Omit<HistoryPageProps, "onShow">) =>
  pageQuery(queryKeys.history(flightId, { page, kind }), POLL_MODERATE_MS, page, (signal) =>
    api.list(endpoints.readHistory, {
      params: { flightId },
      query: { page, pageSize: HISTORY_PAGE_SIZE, ...(kind === undefined ? {} : { kind }) },
      signal,
    }),
  );

const LOADING = "Loading History...";

/** The kinds of events that a flight has, as people read them. */
const KINDS: readonly (readonly [kind: AuditKind | "all", label: string])[] = [
  ["all", "Everything"],
  ["upload", "Uploads"],
  ["archive", "Archive"],
  ["download", "Downloads"],
  ["refusal", "Refused calls"],
];

interface HistoryPageProps {
  readonly flightId: string;
  /** From 1. */
  readonly page: number;
  readonly kind: AuditKind | undefined;
  readonly onShow: (shown: { page: number; kind: AuditKind | undefined }) => void;
}

/** What happened to a flight and its uploads: who did what, when and from where. */
export function HistoryPage({ flightId, page, kind, onShow }: HistoryPageProps) {
  usePageTitle(`History of ${flightId}`);
  const query = usePolledQuery(historyQuery(useApi(), { flightId, page, kind }));
  const { failure } = query;
  if (failure instanceof ApiError && failure.code === "FLIGHT_NOT_FOUND")
    return <NoFlight flightId={flightId} />;
  return (
    <Box sx={PAGE}>
      <Box sx={PAGE_HEAD}>
        <Typography variant="h1">History of flight {flightId}</Typography>
        <Box sx={{ flex: 1 }} />
        <Freshness query={query} loading={LOADING} />
        <SelectField
          label="Show"
          value={kind ?? "all"}
          options={KINDS}
          onChange={(chosen) => onShow({ page: 1, kind: chosen === "all" ? undefined : chosen })}
          minWidth={180}
        />
      </Box>
      <Loaded query={query} loading={LOADING} failed="The history could not be loaded">
        {(list) => (
          <>
            <FoldingTable
              caption={`History of flight ${flightId}`}
              columns={COLUMNS}
              rows={list.items}
              minWidth={720}
              keyOf={({ id }) => String(id)}
            />
            <Below
              total={list.total}
              page={page}
              shownPage={list.page}
              kind={kind}
              onShow={onShow}
            />
          </>
        )}
      </Loaded>
    </Box>
  );
}

interface BelowProps extends Omit<HistoryPageProps, "flightId"> {
  readonly total: number;
  /** The page that the events are of. */
  readonly shownPage: number;
}

function Below({ total, page, shownPage, kind, onShow }: BelowProps) {
  if (total === 0)
    return (
      <Notice
        Icon={HistoryOutlined}
        title={
          kind === undefined
            ? "No history is recorded for this flight yet"
            : "No events of this kind"
        }
      >
        {kind === undefined
          ? "Uploads, resets, archives, downloads and refused calls are listed here as they happen."
          : "Other kinds of events may be there: choose Everything above."}
      </Notice>
    );
  const lastPage = Math.ceil(total / HISTORY_PAGE_SIZE);
  if (shownPage > lastPage)
    return (
      <Notice Icon={HistoryOutlined} title={`There are no events on page ${page}`}>
        <Button variant="outlined" onClick={() => onShow({ page: lastPage, kind })}>
          Go to the last page
        </Button>
      </Notice>
    );
  return (
    <Pages
      label="Pages of events"
      page={page}
      shownPage={shownPage}
      pageSize={HISTORY_PAGE_SIZE}
      total={total}
      onPage={(next) => onShow({ page: next, kind })}
    />
  );
}
