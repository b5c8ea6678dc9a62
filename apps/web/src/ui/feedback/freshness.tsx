import Box from "@mui/material/Box";
import { utcTimeOfDay } from "../format/time.ts";
import { Waiting } from "./waiting.tsx";

interface FreshnessProps {
  /** Shown while a load that is no poll is under way. */
  readonly loading?: string | undefined;
  readonly failed: boolean;
  /** When the shown data came, in milliseconds since the epoch. */
  readonly updatedAt: number;
}

/** Whether what is shown is being loaded, is current, or could not be refreshed. */
export function Freshness({ loading, failed, updatedAt }: FreshnessProps) {
  if (loading !== undefined) return <Waiting text={loading} />;
  if (failed)
    return (
      <Box component="output" sx={{ color: "warning.main", fontWeight: 600 }}>
        Could not be refreshed since {utcTimeOfDay(updatedAt)}. Trying again.
      </Box>
    );
  return (
    <Box sx={{ color: "text.secondary", fontSize: "0.8rem" }}>
      Updated {utcTimeOfDay(updatedAt)}
    </Box>
  );
}
