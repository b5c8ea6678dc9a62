import FlightOutlined from "@mui/icons-material/FlightOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { FLIGHT_PAGE_SIZE, type FlightFilters } from "@swath/contract/flights";
import { useApi } from "../../platform/api/api-context.tsx";
import { usePageTitle } from "../../platform/config/page-title.ts";
import { HelpButton } from "../../ui/help-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Waiting } from "../../ui/waiting.tsx";
import { FlightFiltersBar } from "./filters/flight-filters.tsx";
import type { OnFilters } from "./filters/use-filter-visit.ts";
import { flightsQuery } from "./flight-queries.ts";
import { FlightTable } from "./flight-table.tsx";
import { Freshness } from "./freshness.tsx";
import { LoadFailure } from "./load-failure.tsx";
import { ViewsButton } from "./views/views-button.tsx";

const LOADING = "Loading Flights...";

interface FlightListPageProps {
  /** From 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly filters: FlightFilters;
  readonly onFilters: OnFilters;
}

/** The flights that the filters find, latest first, ten a page, with the status of each upload. */
export function FlightListPage(props: FlightListPageProps) {
  const { page, filters, onFilters } = props;
  usePageTitle(page === 1 ? "Flights" : `Flights, page ${page}`);
  const query = useQuery(flightsQuery(useApi(), page, filters));
  const { data, isPlaceholderData } = query;
  const failure = query.error ?? query.failureReason;
  return (
    <Box sx={{ p: 2, display: "grid", gap: 1.5 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 2, minHeight: 36 }}>
        <Typography variant="h1">Flights</Typography>
        <FlightFiltersBar
          filters={filters}
          onFilters={onFilters}
          found={isPlaceholderData ? undefined : data?.total}
        />
        <Box sx={{ flex: 1 }} />
        <ViewsButton filters={filters} onFilters={(chosen) => onFilters(chosen, false)} />
        {data === undefined ? null : (
          <Freshness
            loading={isPlaceholderData ? LOADING : undefined}
            failed={failure !== null}
            updatedAt={query.dataUpdatedAt}
          />
        )}
        <HelpButton />
      </Box>
      <Paper variant="outlined" aria-busy={query.isPending || isPlaceholderData}>
        {data === undefined ? (
          <NothingYet failure={failure} onRetry={() => void query.refetch()} />
        ) : (
          <Flights {...props} {...data} stale={isPlaceholderData} />
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

function Flights({ items, total, stale, ...props }: FlightsProps) {
  const { page, onPage } = props;
  if (items.length === 0) return <Empty {...props} />;
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

function Empty({ page, onPage, filters, onFilters }: FlightListPageProps) {
  const icon = <FlightOutlined fontSize="inherit" />;
  if (page === 1 && Object.keys(filters).length > 0)
    return (
      <Notice icon={icon} title="No flights match the filters">
        <Button variant="outlined" onClick={() => onFilters({}, false)}>
          Show all flights
        </Button>
      </Notice>
    );
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
