import { useNavigate, useSearch } from "@tanstack/react-router";
import { flightFilters } from "@swath/contract/flights";
import { type ReactNode, useMemo } from "react";
import { FlightListPage, flightsQuery } from "../../flights/flight-list-page.tsx";
import type { Api } from "../../platform/api/api.ts";
import { type FlightSearch, readFlightSearch } from "../search/address-search.ts";

/** What the list of an address shows. */
export const flightsOf = (search: FlightSearch) => (api: Api) =>
  flightsQuery(api, search.page ?? 1, flightFilters.read(search));

/** The flight list, its page and its filters by the address. */
export function FlightListRoute(): ReactNode {
  const search = useSearch({ from: "/signed-in/upload-area/post" });
  const navigate = useNavigate();
  const filters = useMemo(() => flightFilters.read(search), [search]);
  return (
    <FlightListPage
      page={search.page ?? 1}
      onPage={(page) =>
        void navigate({ to: "/post", search: readFlightSearch({ ...filters, page }) })
      }
      filters={filters}
      onFilters={(chosen, replace) => void navigate({ to: "/post", search: chosen, replace })}
    />
  );
}
