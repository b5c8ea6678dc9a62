import CloudOffOutlined from "@mui/icons-material/CloudOffOutlined";
import ExploreOffOutlined from "@mui/icons-material/ExploreOffOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type AuditKind, HISTORY_PAGE_SIZE } from "@swath/contract/history";
import { useApi } from "../../platform/api/api-context.tsx";
import { ApiError } from "../../platform/api/api-error.ts";
import { usePageTitle } from "../../platform/config/page-title.ts";
import { Notice } from "../../ui/notice.tsx";
import { Pager } from "../../ui/pager.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Waiting } from "../../ui/waiting.tsx";
import { historyQuery } from "./history-query.ts";
import { HistoryTable } from "./history-table.tsx";
import { KindFilter } from "./kind-filter.tsx";

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
  const query = useQuery(historyQuery(useApi(), flightId, { page, kind }));
  const { data, error } = query;
  if (error instanceof ApiError && error.code === "FLIGHT_NOT_FOUND")
    return <NoFlight flightId={flightId} />;
  const failed = error !== null && data !== undefined;
  return (
    <Box sx={{ p: 2, display: "grid", gap: 1.5 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 2, minHeight: 40 }}>
        <Typography variant="h1">History of flight {flightId}</Typography>
        <Box sx={{ flex: 1 }} />
        {query.isPlaceholderData ? <Waiting text="Loading History..." /> : null}
        {failed ? (
          <Box component="output" sx={{ color: "warning.main", fontWeight: 600 }}>
            Could not be refreshed. Trying again.
          </Box>
        ) : null}
        <KindFilter kind={kind} onKind={(chosen) => onShow({ page: 1, kind: chosen })} />
      </Box>
      <Paper variant="outlined" aria-busy={query.isFetching && !query.isRefetching}>
        {data === undefined ? (
          <NothingYet error={error} onRetry={() => void query.refetch()} />
        ) : (
          <HistoryTable caption={`History of flight ${flightId}`} entries={data.items} />
        )}
        {data === undefined ? null : (
          <Below total={data.total} page={page} kind={kind} onShow={onShow} />
        )}
      </Paper>
    </Box>
  );
}

function NothingYet({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null) return <Waiting text="Loading History..." fill />;
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div role="alert">
      <Notice
        icon={<CloudOffOutlined fontSize="inherit" />}
        title="The history could not be loaded"
      >
        <Typography>{error.message}</Typography>
        {requestId === undefined ? null : (
          <Typography variant="body2">Request {requestId}</Typography>
        )}
        <Button variant="outlined" sx={{ mt: 2 }} onClick={onRetry}>
          Try again
        </Button>
      </Notice>
    </div>
  );
}

function Below({
  total,
  page,
  kind,
  onShow,
}: Omit<HistoryPageProps, "flightId"> & { total: number }) {
  if (total === 0)
    return (
      <Notice
        icon={<HistoryOutlined fontSize="inherit" />}
        title={
          kind === undefined ? "Nothing has happened to this flight yet" : "No events of this kind"
        }
      >
        {kind === undefined
          ? "Uploads, resets, archives, downloads and refused calls are listed here as they happen."
          : "Other kinds of events may be there: choose Everything above."}
      </Notice>
    );
  return (
    <Pager
      label="Pages of events"
      page={page}
      pageSize={HISTORY_PAGE_SIZE}
      total={total}
      onPage={(next) => onShow({ page: next, kind })}
    />
  );
}

function NoFlight({ flightId }: { flightId: string }) {
  return (
    <Notice
      level={1}
      icon={<ExploreOffOutlined fontSize="inherit" />}
      title={`There is no flight ${flightId}`}
    >
      Go to the <TextLink to="/post">list of flights</TextLink>.
    </Notice>
  );
}
