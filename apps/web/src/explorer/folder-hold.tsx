import { may } from "@swath/contract/identity";
import { FLIGHT_ID } from "@swath/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { FlightHold } from "../data/hold-chip.tsx";
import { flightQuery } from "../data/record-queries.ts";
import { useApi } from "../platform/api/api.ts";
import { useIdentity } from "../platform/session/session.ts";
import type { Place } from "./place.ts";

const FRESH_MS = 60_000;

/** Marks a folder of a flight that is on hold: in every bucket the first folder is the flight. */
export function FolderHold({ place: { prefix } }: { readonly place: Place }) {
  const { roles } = useIdentity();
  const flightId = prefix.split("/", 1)[0] ?? "";
  const { data } = useQuery({
    ...flightQuery(useApi(), flightId),
    staleTime: FRESH_MS,
    enabled: FLIGHT_ID.test(flightId) && may(roles, "readFlights"),
  });
  return data === undefined ? null : <FlightHold flight={data} />;
}
