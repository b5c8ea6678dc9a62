import { type Flight, flightLines, isShownUpload } from "@swath/contract/flights";
import type { Overview } from "@swath/contract/overview";
import { useNavigate } from "@tanstack/react-router";
import { useOverview } from "../../data/overview/overview-query.ts";
import { lastList } from "../../data/walk/last-list.ts";
import { type Neighbours, neighboursIn } from "../../data/walk/neighbours.ts";
import { WalkSteps } from "../../data/walk/walk-steps.tsx";
import { useFlightNeighbours } from "./flight-neighbours.ts";

/** What a step leads to: an upload, or a flight. */
interface Place {
  readonly flightId: string;
  readonly uploadId: string;
  readonly type: string;
}

/** The uploads of a flight that the list shows, in its order. */
const uploadsOf = (flight: Flight): readonly Place[] =>
  flightLines(flight).flatMap((line) =>
    line.uploads
      .filter((upload) => isShownUpload(upload, line))
      .map(({ _id, Type }) => ({ flightId: flight.FlightID, uploadId: _id, type: Type })),
  );

const UPLOADS = { name: "uploads", isStop: (flight: Flight) => uploadsOf(flight).length > 0 };

/** The uploads that the overview lists, if that is where the reader came from. */
const listedIn = (overview: Overview | undefined): readonly Place[] =>
  lastList()?.path === "/overview"
    ? [...(overview?.uploads?.rows ?? []), ...(overview?.flown?.rows ?? [])]
    : [];

interface UploadWalkProps {
  readonly flightId: string;
  readonly uploadId: string;
}

/** The uploads before and after one: of its flight, then of the flights around it in their list. */
function useUploadNeighbours({ flightId, uploadId }: UploadWalkProps): Neighbours<Place> {
  const isHere = (place: Place): boolean => place.uploadId === uploadId;
  const { flight, previous, next } = useFlightNeighbours(flightId, UPLOADS);
  const listed = listedIn(useOverview().data);
  if (listed.some(isHere)) return neighboursIn(listed, isHere);
  if (flight === undefined) return { previous: undefined, next: undefined };
  const own = neighboursIn(uploadsOf(flight), isHere);
  return {
    previous: own.previous ?? (previous && uploadsOf(previous).at(-1)),
    next: own.next ?? (next && uploadsOf(next)[0]),
  };
}

/** The way from an upload to those before and after it. */
export function UploadWalk(props: UploadWalkProps) {
  const navigate = useNavigate();
  const { previous, next } = useUploadNeighbours(props);
  const stepTo = (place: Place | undefined) =>
    place && {
      to: `${place.flightId} ${place.type}`,
      go: () =>
        void navigate({
          to: "/post/$flightId/uploads/$uploadId",
          params: { flightId: place.flightId, uploadId: place.uploadId },
          replace: true,
        }),
    };
  return <WalkSteps previous={stepTo(previous)} next={stepTo(next)} />;
}
