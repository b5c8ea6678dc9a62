import { endpoints } from "@swath/contract/endpoints";
import { type Flight, type FlightFilters, flightFilters } from "@swath/contract/flights";
import { useQuery } from "@tanstack/react-query";
import { flightQuery } from "../../data/record-queries.ts";
import { lastList } from "../../data/walk/last-list.ts";
import { findNeighbours, type Neighbours } from "../../data/walk/neighbours.ts";
import { useApi, type Api } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { utcDay } from "../../ui/text/format.ts";

const PAGE = 50;
const MOST_PAGES = 4;
const FRESH_MS = 30_000;
const DAY_MS = 86_400_000;
const [FIRST_DAY, LAST_DAY] = ["1970-01-01", "2999-12-31"];

const dayAfter = (day: string, days: number): string => utcDay(Date.parse(day) + days * DAY_MS);

/**
 * The survey days of a list up to a flight, and from it on; a range has two days at least, and what is
 * on the other side of the flight does no harm. So a flight is found near the beginning of either list,
 * wherever it stands in the whole one.
 */
export function sidesOf(day: string, filtered: string | undefined) {
  const [start = FIRST_DAY, end = LAST_DAY] = filtered?.split(/[+ ]/) ?? [];
  const upTo = [dayAfter(start, 1), day].toSorted().at(-1)!;
  const from = [dayAfter(end, -1), day].toSorted()[0]!;
  return { older: `${start}+${upTo}`, newer: `${from}+${end}` };
}

interface Asked {
  readonly flightId: string;
  /** Of its latest date. */
  readonly day: string;
  readonly filters: FlightFilters;
  readonly isStop?: (flight: Flight) => boolean;
}

async function readNeighbours(
  api: Api,
  { flightId, day, filters, isStop }: Asked,
  signal: AbortSignal,
): Promise<Neighbours<Flight>> {
  const sides = sidesOf(day, filters.Date);
  const side = (range: string, sort: string) =>
    findNeighbours<Flight>({
      read: (page) =>
        api.list(endpoints.listFlights, {
          query: { page, pageSize: PAGE, sort, ...filters, Date: range },
          signal,
        }),
      isHere: ({ FlightID }) => FlightID === flightId,
      ...(isStop === undefined ? {} : { isStop }),
      mostPages: MOST_PAGES,
    });
  const [older, newer] = await Promise.all([
    side(sides.older, /* code */ "Date -1"),
    side(sides.newer, /* code */ "Date 1"),
  ]);
  return { previous: newer.next, next: older.next };
}

/** The filters of the flight list that was open last, if a list of flights was. */
function filtersBehind(): FlightFilters {
  const list = lastList();
  return list?.path === "/post" ? flightFilters.read(list.search) : {};
}

/**
 * The flights before and after one in the list that its reader came from: latest first, with the list's
 * filters. `stops` names which flights one stops at.
 */
export function useFlightNeighbours(
  flightId: string,
  stops?: { readonly name: string; readonly isStop: (flight: Flight) => boolean },
) {
  const api = useApi();
  const flight = useQuery(flightQuery(api, flightId)).data;
  const date = flight?.Date[0];
  const filters = filtersBehind();
  const { data } = useQuery({
    queryKey: queryKeys.neighbours({ flightId, filters, stops: stops?.name }),
    queryFn: ({ signal }) =>
      readNeighbours(
        api,
        {
          flightId,
          day: utcDay(date!),
          filters,
          ...(stops === undefined ? {} : { isStop: stops.isStop }),
        },
        signal,
      ),
    enabled: date !== undefined,
    staleTime: FRESH_MS,
  });
  return { flight, ...(data ?? { previous: undefined, next: undefined }) };
}
