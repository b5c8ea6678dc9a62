import { LoadFailure } from "../ui/feedback/load-failure.tsx";
import { Waiting } from "../ui/feedback/waiting.tsx";
import { TEXT } from "./messages.ts";

/** In place of a flight's page until the flight is loaded. */
export function FlightLoading({ flightId, failed }: { flightId: string; failed: boolean }) {
  if (!failed) return <Waiting text={`Loading Flight ${flightId} Details...`} fill />;
  return (
    <LoadFailure title={`Flight ${flightId} could not be loaded`}>{TEXT.loadFailed}</LoadFailure>
  );
}
