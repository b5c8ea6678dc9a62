import FactCheckOutlined from "@mui/icons-material/FactCheckOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import { useParams } from "@tanstack/react-router";
import type { Flight } from "@swath/contract/flights";
import { may } from "@swath/contract/identity";
import { FLIGHT_ID } from "@swath/contract/ids";
import { MoveToColdButton } from "../../data/cold/cold-notice.tsx";
import { FlightPage } from "../../flights/flight-page.tsx";
import { HistoryCard } from "../../history/history-card.tsx";
import { useIdentity } from "../../platform/session/session.ts";
import { ButtonLink } from "../../ui/links.tsx";
import { lazyPart } from "../../ui/load-part.ts";
import { NotFoundPage } from "../pages/other-pages.tsx";

/** Loaded after the flight is drawn: the map's program is large. */
const FlightMap = lazyPart(() => import("../../processing/flight/flight-map.tsx"), "FlightMap");
const FlightProcessing = lazyPart(
  () => import("../../processing/flight/flight-processing.tsx"),
  "FlightProcessing",
);

/** Uploads whose data stands: lines are drawn of that alone. */
const storedOf = ({ Uploads }: Flight): readonly string[] =>
  Uploads.filter(({ Status }) => Status === "DATA_READY" || Status === "ARCHIVED").map(
    ({ _id, Updated }) => `${_id} ${Updated}`,
  );

interface CardProps {
  readonly flight: Flight;
}

function MapOf({ flight }: CardProps) {
  const stored = storedOf(flight);
  if (stored.length === 0) return null;
  return <FlightMap flightId={flight.FlightID} of={stored} />;
}

function ProcessingOf({ flight }: CardProps) {
  return <FlightProcessing flightId={flight.FlightID} />;
}

function HistoryOf({ flight }: CardProps) {
  return <HistoryCard flightId={flight.FlightID} />;
}

/** One flight, by the address; with what other areas know of it, and what else the user may do. */
export function FlightRoute() {
  const { roles } = useIdentity();
  const { flightId } = useParams({ from: "/signed-in/upload-area/post/$flightId" });
  if (!FLIGHT_ID.test(flightId)) return <NotFoundPage />;
  const mayReadHistory = may(roles, "readHistory");
  return (
    <FlightPage
      key={flightId}
      flightId={flightId}
      actions={
        <>
          <MoveToColdButton flightId={flightId} />
          {may(roles, "upload") && (
            <ButtonLink
              to="/post/$flightId/check"
              params={{ flightId }}
              startIcon={<FactCheckOutlined />}
            >
              Validate a folder
            </ButtonLink>
          )}
          {mayReadHistory && (
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
      Below={ProcessingOf}
      Beside={MapOf}
      Last={mayReadHistory ? HistoryOf : undefined}
    />
  );
}
