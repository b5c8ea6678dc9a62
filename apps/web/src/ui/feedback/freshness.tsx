import Box from "@mui/material/Box";
import { formatDuration } from "../format/duration.ts";
import { utcTimeOfDay } from "../format/time.ts";
import type { LoadedQuery } from "./loaded.tsx";
import { Waiting } from "./waiting.tsx";

interface FreshnessProps {
  readonly query: LoadedQuery<unknown>;
  /** Shown while another page is being loaded. */
  readonly loading: string;
}

/** Whether what is shown is being loaded, is current, or could not be refreshed. */
export function Freshness({ query, loading }: FreshnessProps) {
  const { data, isPlaceholderData, failure, retryInMs, dataUpdatedAt } = query;
  if (data === undefined) return null;
  if (isPlaceholderData) return <Waiting text={loading} />;
  if (failure !== null)
    return (
      <Box component="output" sx={{ color: "warning.main", fontWeight: 600 }}>
        Could not be refreshed since {utcTimeOfDay(dataUpdatedAt)}:{" "}
        {failure.message.replace(/\.?$/, ".")}{" "}
        {retryInMs === undefined
          ? "Trying again."
          : `Trying again in ${formatDuration(retryInMs)}.`}
      </Box>
    );
  return (
    <Box sx={{ color: "text.secondary", fontSize: "0.8rem" }}>
      Updated {utcTimeOfDay(dataUpdatedAt)}
    </Box>
  );
}
