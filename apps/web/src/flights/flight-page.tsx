import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { flightQuery } from "../data/record-queries.ts";
import { FollowButton } from "../data/follow-button.tsx";
import { NoFlight } from "../data/no-flight.tsx";
import { useApi } from "../platform/api/api.ts";
import { ApiError } from "../platform/api/api-error.ts";
import { usePageTitle } from "../platform/config/config.ts";
import { POLL_FAST_MS, polling, usePolledQuery } from "../platform/query/polling.ts";
import { Freshness, Loaded } from "../ui/feedback/loaded.tsx";
import { FlightTable } from "./flight-table.tsx";

interface FlightPageProps {
  readonly flightId: string;
  /** What else may be done with the flight. */
  readonly actions?: ReactNode;
}

/** One flight with its sensors and uploads. */
export function FlightPage({ flightId, actions }: FlightPageProps) {
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
    <Box sx={{ p: 2, display: "grid", gap: 1.5 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 2, minHeight: 36 }}>
        <Typography variant="h1">Flight {flightId}</Typography>
        <FollowButton flightId={flightId} />
        <Box sx={{ flex: 1 }} />
        {actions}
        <Freshness query={query} loading={loading} />
      </Box>
      <Loaded query={query} loading={loading} failed={`Flight ${flightId} could not be loaded`}>
        {(flight) => (
          <FlightTable caption={`Flight ${flightId}`} flights={[flight]} withId={false} />
        )}
      </Loaded>
      <Alert severity="info" variant="outlined">
        When the same sensor has multiple sensor logs, the data can only be uploaded once for that
        sensor.
      </Alert>
    </Box>
  );
}
