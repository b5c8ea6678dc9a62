import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { Flight } from "@swath/contract/flights";
import type { ComponentType, ReactNode } from "react";
import { ColdNotice } from "../data/cold/cold-notice.tsx";
import { flightQuery } from "../data/record-queries.ts";
import { FollowButton } from "../data/follow-button.tsx";
import { FlightHold } from "../data/hold-chip.tsx";
import { NoFlight } from "../data/no-flight.tsx";
import { useApi } from "../platform/api/api.ts";
import { ApiError } from "../platform/api/api-error.ts";
import { usePageTitle } from "../platform/config/config.ts";
import { POLL_FAST_MS, polling, usePolledQuery } from "../platform/query/polling.ts";
import { Freshness, LoadedPart } from "../ui/feedback/loaded.tsx";
import { FlightFacts } from "./page/flight-facts.tsx";
import { SensorsCard } from "./page/sensors-card.tsx";
import { UploadsCard } from "./page/uploads-card.tsx";

type FlightCard = ComponentType<{ readonly flight: Flight }>;

interface FlightPageProps {
  readonly flightId: string;
  /** What else may be done with the flight. */
  readonly actions?: ReactNode;
  /** Cards of other areas: what is made of its data, below the uploads. */
  readonly Below?: FlightCard | undefined;
  /** The same beside the uploads: where it was, above its sensor logs. */
  readonly Beside?: FlightCard | undefined;
  /** The same below its sensor logs: what happened to it. */
  readonly Last?: FlightCard | undefined;
}

/** One flight: its uploads and how far they are, its sensor logs, and what other areas know of it. */
export function FlightPage({ flightId, actions, Below, Beside, Last }: FlightPageProps) {
  usePageTitle(flightId);
  const query = usePolledQuery({ ...flightQuery(useApi(), flightId), ...polling(POLL_FAST_MS) });
  const { failure } = query;
  if (failure instanceof ApiError && failure.code === "FLIGHT_NOT_FOUND")
    return (
      <NoFlight flightId={flightId}>
        It may not have been imported from the flight log yet.{" "}
      </NoFlight>
    );
  const loading = `Loading Flight ${flightId} Details...`;
  return (
    <Box sx={{ p: { xs: 1, sm: 2 }, display: "grid", gap: 1.5 }} aria-busy={query.isPending}>
      <Box sx={HEAD}>
        <Typography variant="h1">Flight {flightId}</Typography>
        {query.data === undefined ? null : <FlightHold flight={query.data} />}
        <FollowButton flightId={flightId} />
        <Box sx={ACTIONS}>{actions}</Box>
        <Box sx={{ ml: { xs: "auto", sm: 0 } }}>
          <Freshness query={query} loading={loading} />
        </Box>
      </Box>
      <LoadedPart query={query} loading={loading} failed={`Flight ${flightId} could not be loaded`}>
        {(flight) => (
          <>
            <FlightFacts flight={flight} />
            <ColdNotice flightId={flightId} />
            <Box sx={COLUMNS}>
              <Box sx={COLUMN}>
                <UploadsCard flight={flight} />
                {Below && <Below flight={flight} />}
              </Box>
              <Box sx={COLUMN}>
                {Beside && <Beside flight={flight} />}
                <SensorsCard flight={flight} />
                {Last && <Last flight={flight} />}
              </Box>
            </Box>
          </>
        )}
      </LoadedPart>
    </Box>
  );
}

const HEAD = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  columnGap: { xs: 1, sm: 2 },
  rowGap: 0.5,
  minHeight: 36,
} as const;
/** In a narrow window a row of their own, below the title. */
const ACTIONS = {
  order: { xs: 1, sm: 0 },
  width: { xs: 1, sm: "auto" },
  ml: { sm: "auto" },
  display: "flex",
  flexWrap: "wrap",
  gap: { xs: 1, sm: 2 },
  // Its margin stays where it holds nothing.
  "&:empty": { display: { xs: "none", sm: "flex" } },
} as const;
const COLUMNS = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 3fr) minmax(0, 2fr)" },
  gap: 1.5,
  alignItems: "start",
} as const;
const COLUMN = { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 1.5 } as const;
