import FlightOutlined from "@mui/icons-material/FlightOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { FLIGHT_PAGE_SIZE } from "@swath/contract/limits";
import { useApi } from "../../platform/api/api-context.tsx";
import { usePageTitle } from "../../platform/config/page-title.ts";
import { Notice } from "../../ui/notice.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Waiting } from "../../ui/waiting.tsx";
import { flightsQuery } from "./flight-queries.ts";
import { FlightTable } from "./flight-table.tsx";
import { Freshness } from "./freshness.tsx";
import { LoadFailure } from "./load-failure.tsx";

const LOADING = "Loading Flights...";

interface FlightListPageProps {
  /** From 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** All flights, latest first, ten a page, with the status of each upload. */
export function FlightListPage({ page, onPage }: FlightListPageProps) {
  usePageTitle(page === 1 ? "Flights" : `Flights, page ${page}`);
  const query = useQuery(flightsQuery(useApi(), page));
  const { data, isPlaceholderData } = query;
  const failure = query.error ?? query.failureReason;
  return (
    <Box sx={{ p: 2, display: "grid", gap: 1.5 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 2, minHeight: 36 }}>
        <Typography variant="h1">Flights</Typography>
        <Box sx={{ flex: 1 }} />
        {data === undefined ? null : (
          <Freshness
            loading={isPlaceholderData ? LOADING : undefined}
            failed={failure !== null}
            updatedAt={query.dataUpdatedAt}
          />
        )}
      </Box>
      <Paper variant="outlined" aria-busy={query.isPending || isPlaceholderData}>
        {data === undefined ? (
          <NothingYet failure={failure} onRetry={() => void query.refetch()} />
        ) : (
          <Flights {...data} page={page} onPage={onPage} stale={isPlaceholderData} />
        )}
      </Paper>
    </Box>
  );
}

function NothingYet({ failure, onRetry }: { failure: Error | null; onRetry: () => void }) {
  if (failure === null) return <Waiting text={LOADING} fill />;
  return <LoadFailure title="Flights could not be loaded" error={failure} onRetry={onRetry} />;
}

interface FlightsProps extends FlightListPageProps {
  readonly items: Parameters<typeof FlightTable>[0]["flights"];
  readonly total: number;
  /** Whether the flights are still those of the page before. */
  readonly stale: boolean;
}

function Flights({ items, total, page, onPage, stale }: FlightsProps) {
  if (items.length === 0) return <Empty page={page} onPage={onPage} />;
  return (
    <>
      <Box sx={{ opacity: stale ? 0.55 : 1, transition: "opacity 150ms" }}>
        <FlightTable caption="Flights, latest first" flights={items} withId />
      </Box>
      <Pager
        label="Pages of flights"
        page={page}
        pageSize={FLIGHT_PAGE_SIZE}
        total={total}
        onPage={onPage}
      />
    </>
  );
}

function Empty({ page, onPage }: FlightListPageProps) {
  const icon = <FlightOutlined fontSize="inherit" />;
  if (page === 1)
    return (
      <Notice icon={icon} title="No flights yet">
        Flights appear here as soon as the flight log is imported.
      </Notice>
    );
  return (
    <Notice icon={icon} title={`There are no flights on page ${page}`}>
      <Button variant="outlined" onClick={() => onPage(1)}>
        Go to the first page
      </Button>
    </Notice>
  );
}
