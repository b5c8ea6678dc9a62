import FactCheckOutlined from "@mui/icons-material/FactCheckOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { readFlightFilters } from "@swath/contract/flights";
import { may } from "@swath/contract/identity";
import { flightIdSchema } from "@swath/contract/ids";
import { useMemo } from "react";
import { FlightListPage } from "../../features/flights/flight-list-page.tsx";
import { FlightPage } from "../../features/flights/flight-page.tsx";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { readFlightSearch } from "../search/flight-search.ts";
import { NotFoundPage } from "../pages/not-found-page.tsx";

/** The flight list, its page and its filters by the address. */
export function FlightListRoute() {
  const search = useSearch({ from: "/signed-in/upload-area/post" });
  const navigate = useNavigate();
  const filters = useMemo(() => readFlightFilters(search), [search]);
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

/** One flight, by the address. */
export function FlightRoute() {
  const { flightId } = useParams({ from: "/signed-in/upload-area/post/$flightId" });
  if (!flightIdSchema.safeParse(flightId).success) return <NotFoundPage />;
  return (
    <FlightPage
      key={flightId}
      flightId={flightId}
      actions={
        <>
          <ValidationLink flightId={flightId} />
          <HistoryLink flightId={flightId} />
        </>
      }
    />
  );
}

/** Leads to a folder's validation, for those who may upload. */
function ValidationLink({ flightId }: { flightId: string }) {
  const { roles } = useIdentity();
  if (!may(roles, "upload")) return null;
  return (
    <ButtonLink to="/post/$flightId/check" params={{ flightId }} startIcon={<FactCheckOutlined />}>
      Validate a folder
    </ButtonLink>
  );
}

/** The way to a flight's history, for those who may see it. */
function HistoryLink({ flightId }: { flightId: string }) {
  const { roles } = useIdentity();
  if (!may(roles, "readHistory")) return null;
  return (
    <ButtonLink to="/post/$flightId/history" params={{ flightId }} startIcon={<HistoryOutlined />}>
      History
    </ButtonLink>
  );
}
