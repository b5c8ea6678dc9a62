import FactCheckOutlined from "@mui/icons-material/FactCheckOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { flightFilters } from "@swath/contract/flights";
import { may } from "@swath/contract/identity";
import { flightIdSchema } from "@swath/contract/ids";
import { useMemo } from "react";
import { FlightListPage } from "../../flights/flight-list-page.tsx";
import { FlightPage } from "../../flights/flight-page.tsx";
import { useIdentity } from "../../platform/session/session.ts";
import { ButtonLink } from "../../ui/links.tsx";
import { readFlightSearch } from "../search/address-search.ts";
import { NotFoundPage } from "../pages/other-pages.tsx";

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

/** One flight, by the address; with what else the user may do with it. */
export function FlightRoute() {
  const { roles } = useIdentity();
  const { flightId } = useParams({ from: "/signed-in/upload-area/post/$flightId" });
  if (!flightIdSchema.safeParse(flightId).success) return <NotFoundPage />;
  return (
    <FlightPage
      key={flightId}
      flightId={flightId}
      actions={
        <>
          {may(roles, "upload") && (
            <ButtonLink
              to="/post/$flightId/check"
              params={{ flightId }}
              startIcon={<FactCheckOutlined />}
            >
              Validate a folder
            </ButtonLink>
          )}
          {may(roles, "readHistory") && (
            <ButtonLink
              to="/post/$flightId/history"
              params={{ flightId }}
              startIcon={<HistoryOutlined />}
            >
              History
            </ButtonLink>
          )}
        </>
      }
    />
  );
}
