import FlightOutlined from "@mui/icons-material/FlightOutlined";
import MapOutlined from "@mui/icons-material/MapOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { endpoints } from "@swath/contract/endpoints";
import {
  AIRCRAFT_TYPES,
  DISPATCH_METHODS,
  FLIGHT_PAGE_SIZE,
  FLIGHT_TYPES,
  type FlightFilters,
  flightFilters,
  SENSOR_TYPES,
} from "@swath/contract/flights";
import { MOST_COUNTED } from "@swath/contract/filters";
import { UPLOAD_STATUS, UPLOAD_STATUSES, type UploadStatus } from "@swath/contract/uploads";
import { aircraftQuery, sensorEquipmentQuery } from "../data/record-queries.ts";
import { pageQuery } from "../data/queries.ts";
import { recordFilterSet } from "../data/record-filters.ts";
import { useColumns } from "../data/tables/use-columns.ts";
import { ViewsButton } from "../data/views/views-button.tsx";
import { useApi, type Api } from "../platform/api/api.ts";
import { usePageTitle } from "../platform/config/config.ts";
import { POLL_FAST_MS, usePolledQuery } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import { Freshness, Loaded } from "../ui/feedback/loaded.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { FilterControls, type OnFilters } from "../ui/filters/filter-controls.tsx";
import { sameFilters, type OptionsQuery } from "../ui/filters/filter-draft.ts";
import { pluralTotal } from "../ui/text/format.ts";
import { ButtonLink } from "../ui/links.tsx";
import { HelpButton } from "../ui/page/help-button.tsx";
import { ColumnsButton } from "../ui/table/columns-button.tsx";
import { PageOfRows } from "../ui/table/pages.tsx";
import { FLIGHT_COLUMNS, FlightTable } from "./flight-table.tsx";
import { AIRCRAFT_KIND, FLIGHT_KIND, SENSOR_KIND } from "./kind-icons.tsx";
import { PAGE, PAGE_BUTTONS, PAGE_HEAD } from "../ui/page/page-layout.ts";

const named =
  (kinds: Readonly<Record<string, { readonly name: string }>>) =>
  (value: string): string =>
    kinds[value]?.name ?? value;

const statusName = (status: string): string =>
  UPLOAD_STATUS[status as UploadStatus]?.label ?? status;

/** What flights are filtered by. */
export const FLIGHT_FILTERS = recordFilterSet(flightFilters, [
  { field: "Sensor", label: "Sensor" },
  { field: "ProjectManager", label: "Project Manager" },
  { field: "FlightType", label: "Flight Type", labelOf: named(FLIGHT_KIND) },
  { field: "AircraftType", label: "Aircraft Type", labelOf: named(AIRCRAFT_KIND) },
  { field: "SensorType", label: "Sensor Type", labelOf: named(SENSOR_KIND) },
  { field: "UploadStatus", label: "Upload Status", labelOf: statusName },
  { field: "DataDispatchMethodLiDAR", label: "LiDAR Dispatch" },
  { field: "DataDispatchMethodImagery", label: "Imagery Dispatch" },
]);

const FRESH_MS = 60_000;

/** Never left the browser it began in. */
const statuses = UPLOAD_STATUSES.filter((status) => status !== "UPLOAD_INIT");

/** Every list of the filter dialog: of the server and of the contract. */
export function filterOptionsQuery(api: Api): OptionsQuery {
  return {
    queryKey: queryKeys.flightFilterOptions,
    staleTime: FRESH_MS,
    queryFn: async ({ signal, client }) => {
      const [equipment, aircraft, managers] = await Promise.all([
        client.fetchQuery(sensorEquipmentQuery(api)),
        client.fetchQuery(aircraftQuery(api)),
        api.call(endpoints.listUnique, {
          params: { collection: "projects", field: "ProjectManager" },
          signal,
        }),
      ]);
      return {
        Sensor: [...new Set(equipment.map(({ Name }) => Name))],
        Aircraft: [...new Set(aircraft.map(({ Name }) => Name))],
        ProjectManager: managers,
        FlightType: FLIGHT_TYPES,
        AircraftType: AIRCRAFT_TYPES,
        SensorType: SENSOR_TYPES,
        UploadStatus: statuses,
        DataDispatchMethodLiDAR: DISPATCH_METHODS,
        DataDispatchMethodImagery: DISPATCH_METHODS,
      };
    },
  };
}

/** A page of the flights that the filters find, polled. */
export const flightsQuery = (api: Api, page: number, filters: FlightFilters) =>
  pageQuery(queryKeys.flights({ page, filters }), POLL_FAST_MS, page, (signal) =>
    api.list(endpoints.listFlights, {
      query: { page, pageSize: FLIGHT_PAGE_SIZE, sort: "Date -1", ...filters },
      signal,
    }),
  );

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
  const { page, onPage, filters, onFilters } = props;
  usePageTitle(page === 1 ? "Flights" : `Flights, page ${page}`);
  const api = useApi();
  const query = usePolledQuery(flightsQuery(api, page, filters));
  const { data, isPlaceholderData: isStale } = query;
  const columns = useColumns("flights", FLIGHT_COLUMNS);
  return (
    <Box sx={PAGE}>
      <Box sx={PAGE_HEAD}>
        <Typography variant="h1">Flights</Typography>
        <FilterControls
          set={FLIGHT_FILTERS}
          filters={filters}
          onFilters={onFilters}
          options={filterOptionsQuery(api)}
          found={
            isStale || data === undefined ? undefined : `${pluralTotal(data.total, "flight")} found`
          }
        />
        <Box sx={PAGE_BUTTONS}>
          <ViewsButton
            content={{ list: "flights", filters }}
            isShown={(view) =>
              view.list === "flights" && sameFilters(FLIGHT_FILTERS, view.filters, filters)
            }
            onOpen={(view) => view.list === "flights" && onFilters(view.filters, false)}
          />
          <ColumnsButton control={columns} />
          <Freshness query={query} loading={LOADING} />
          <ButtonLink
            to="/post/extract"
            variant="outlined"
            size="small"
            startIcon={<MapOutlined />}
          >
            Range extraction
          </ButtonLink>
          <HelpButton />
        </Box>
      </Box>
      <Loaded query={query} loading={LOADING} failed="Flights could not be loaded">
        {(list) => (
          <PageOfRows
            label="Pages of flights"
            mostCounted={MOST_COUNTED}
            list={list}
            isStale={isStale}
            page={page}
            pageSize={FLIGHT_PAGE_SIZE}
            pageSizes={[FLIGHT_PAGE_SIZE]}
            onPage={onPage}
            empty={<Empty {...props} />}
          >
            <FlightTable caption="Flights, latest first" flights={list.items} control={columns} />
          </PageOfRows>
        )}
      </Loaded>
    </Box>
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
