import { useNavigate, useSearch } from "@tanstack/react-router";
import { flightFilters } from "@swath/contract/flights";
import { useMemo } from "react";
import { FlightListPage } from "../../flights/flight-list-page.tsx";
import { readFlightSearch } from "../search/address-search.ts";

/** The flight list, its page and its filters by the address. */
export function FlightListRoute() {
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
