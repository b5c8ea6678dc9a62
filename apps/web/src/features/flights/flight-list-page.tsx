import FlightOutlined from "@mui/icons-material/FlightOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { FLIGHT_PAGE_SIZE, type Flight, type FlightFilters } from "@swath/contract/flights";
import { useApi } from "../../platform/api/api-context.tsx";
import { usePageTitle } from "../../platform/config/page-title.ts";
import { usePolledQuery } from "../../platform/query/use-polled-query.ts";
import { Freshness } from "../../ui/feedback/freshness.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { FilterControls } from "../../ui/filters/filter-controls.tsx";
import type { OnFilters } from "../../ui/filters/use-filter-visit.ts";
import { plural } from "../../ui/format/count.ts";
import { HelpButton } from "../../ui/page/help-button.tsx";
import { Pages } from "../../ui/table/pages.tsx";
import { filterOptionsQuery } from "./filters/filter-options.ts";
import { FLIGHT_FILTERS } from "./filters/flight-filter-set.ts";
import { flightsQuery } from "./flights-query.ts";
import { FlightTable } from "./flight-table.tsx";
import { ViewsButton } from "./views/views-button.tsx";

const LOADING = "Loading Flights...";

interface FlightListPageProps {
  /** From 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly filters: FlightFilters;
  readonly onFilters: OnFilters<FlightFilters>;
}

/** The flights that the filters find, latest first, ten a page, with the status of each upload. */
export function FlightListPage(props: FlightListPageProps) {
  const { page, filters, onFilters } = props;
  usePageTitle(page === 1 ? "Flights" : `Flights, page ${page}`);
  const api = useApi();
  const query = usePolledQuery(flightsQuery(api, page, filters));
  const { data, isPlaceholderData: isStale } = query;
  return (
    <Box sx={{ p: 2, display: "grid", gap: 1.5 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 2, minHeight: 36 }}>
        <Typography variant="h1">Flights</Typography>
        <FilterControls
          set={FLIGHT_FILTERS}
          filters={filters}
          onFilters={onFilters}
          options={filterOptionsQuery(api)}
          found={
            isStale || data === undefined ? undefined : `${plural(data.total, "flight")} found`
          }
        />
        <Box sx={ownWidth}>
          <ViewsButton filters={filters} onFilters={(chosen) => onFilters(chosen, false)} />
          <Freshness query={query} loading={LOADING} />
          <HelpButton />
        </Box>
      </Box>
      <Loaded query={query} loading={LOADING} failed="Flights could not be loaded">
        {(list) => (
          <Flights
            {...props}
            items={list.items}
            total={list.total}
            shownPage={list.page}
            isStale={isStale}
          />
        )}
      </Loaded>
    </Box>
  );
}

/** However many filters are set beside it. */
const ownWidth = {
  display: "flex",
  flexShrink: 0,
  alignItems: "center",
  gap: 2,
  ml: "auto",
  whiteSpace: "nowrap",
} as const;

interface FlightsProps extends FlightListPageProps {
  readonly items: readonly Flight[];
  readonly total: number;
  /** The page that the flights are of. */
  readonly shownPage: number;
  /** Whether the flights are still those of the page before. */
  readonly isStale: boolean;
}

function Flights({ items, total, shownPage, isStale, ...props }: FlightsProps) {
  const { page, onPage } = props;
  if (items.length === 0) return <Empty {...props} />;
  return (
    <>
      <Box sx={{ opacity: isStale ? 0.55 : 1, transition: "opacity 150ms" }}>
        <FlightTable caption="Flights, latest first" flights={items} withId />
      </Box>
      <Pages
        label="Pages of flights"
        page={page}
        shownPage={shownPage}
        pageSize={FLIGHT_PAGE_SIZE}
        total={total}
        onPage={onPage}
      />
    </>
  );
}

function Empty({ page, onPage, filters, onFilters }: FlightListPageProps) {
  if (page === 1 && Object.keys(filters).length > 0)
    return (
      <Notice Icon={FlightOutlined} title="No flights match the filters">
        <Button variant="outlined" onClick={() => onFilters({}, false)}>
          Show all flights
        </Button>
      </Notice>
    );
  if (page === 1)
    return (
      <Notice Icon={FlightOutlined} title="No flights yet">
        Flights appear here as soon as the flight log is imported.
      </Notice>
    );
  return (
    <Notice Icon={FlightOutlined} title={`There are no flights on page ${page}`}>
      <Button variant="outlined" onClick={() => onPage(1)}>
        Go to the first page
      </Button>
    </Notice>
  );
}
