import { useNavigate } from "@tanstack/react-router";
import { WalkSteps } from "../../data/walk/walk-steps.tsx";
import { useFlightNeighbours } from "./flight-neighbours.ts";

/** The way from a flight to those before and after it. */
export function FlightWalk({ flightId }: { readonly flightId: string }) {
  const navigate = useNavigate();
  const { previous, next } = useFlightNeighbours(flightId);
  const stepTo = (to: string | undefined) =>
    to === undefined
      ? undefined
      : {
          to,
          go: () =>
            void navigate({ to: "/post/$flightId", params: { flightId: to }, replace: true }),
        };
  return <WalkSteps previous={stepTo(previous?.FlightID)} next={stepTo(next?.FlightID)} />;
}
