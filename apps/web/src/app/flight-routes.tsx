import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { flightIdSchema } from "@swath/contract/ids";
import { FlightListPage } from "../features/flights/flight-list-page.tsx";
import { FlightPage } from "../features/flights/flight-page.tsx";
import { NotFoundPage } from "./not-found-page.tsx";

/** The flight list, its page by the address. */
export function FlightListRoute() {
  const { page = 1 } = useSearch({ from: "/signed-in/upload-area/post" });
  const navigate = useNavigate();
  return (
    <FlightListPage
      page={page}
      onPage={(next) => void navigate({ to: "/post", search: next === 1 ? {} : { page: next } })}
    />
  );
}

/** One flight, by the address. */
export function FlightRoute() {
  const { flightId } = useParams({ from: "/signed-in/upload-area/post/$flightId" });
  if (!flightIdSchema.safeParse(flightId).success) return <NotFoundPage />;
  return <FlightPage key={flightId} flightId={flightId} />;
}
