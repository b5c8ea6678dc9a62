import ExploreOffOutlined from "@mui/icons-material/ExploreOffOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { ApiError } from "../../platform/api/api-error.ts";
import { usePageTitle } from "../../platform/config/page-title.ts";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Waiting } from "../../ui/waiting.tsx";
import { flightQuery } from "./flight-queries.ts";
import { FlightTable } from "./flight-table.tsx";
import { Freshness } from "./freshness.tsx";
import { LoadFailure } from "./load-failure.tsx";

interface FlightPageProps {
  readonly flightId: string;
  /** What else may be done with the flight. */
  readonly actions?: ReactNode;
}

/** One flight with its sensors and uploads. */
export function FlightPage({ flightId, actions }: FlightPageProps) {
  usePageTitle(flightId);
  const query = useQuery(flightQuery(useApi(), flightId));
  const { data } = query;
  const failure = query.error ?? query.failureReason;
  if (failure instanceof ApiError && failure.code === "FLIGHT_NOT_FOUND")
    return <NoFlight flightId={flightId} />;
  return (
    <Box sx={{ p: 2, display: "grid", gap: 1.5 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 2, minHeight: 36 }}>
        <Typography variant="h1">Flight {flightId}</Typography>
        <Box sx={{ flex: 1 }} />
        {actions}
        {data === undefined ? null : (
          <Freshness
            loading={undefined}
            failed={failure !== null}
            updatedAt={query.dataUpdatedAt}
          />
        )}
      </Box>
      <Paper variant="outlined" aria-busy={query.isPending}>
        {data === undefined ? (
          <NothingYet flightId={flightId} failure={failure} onRetry={() => void query.refetch()} />
        ) : (
          <FlightTable caption={`Flight ${flightId}`} flights={[data]} withId={false} />
        )}
      </Paper>
      <Alert severity="info" variant="outlined">
        When the same sensor has multiple sensor logs, the data can only be uploaded once for that
        sensor.
      </Alert>
    </Box>
  );
}

interface NothingYetProps {
  readonly flightId: string;
  readonly failure: Error | null;
  readonly onRetry: () => void;
}

function NothingYet({ flightId, failure, onRetry }: NothingYetProps) {
  if (failure === null) return <Waiting text={`Loading Flight ${flightId} Details...`} fill />;
  return (
    <LoadFailure
      title={`Flight ${flightId} could not be loaded`}
      error={failure}
      onRetry={onRetry}
    />
  );
}

function NoFlight({ flightId }: { flightId: string }) {
  return (
    <Notice
      level={1}
      icon={<ExploreOffOutlined fontSize="inherit" />}
      title={`There is no flight ${flightId}`}
    >
      It may not have been imported from the flight log yet. Go to the{" "}
      <TextLink to="/post">list of flights</TextLink>.
    </Notice>
  );
}
