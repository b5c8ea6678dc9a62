import Button from "@mui/material/Button";
import Tooltip from "@mui/material/Tooltip";
import type { Processing } from "@swath/contract/processing";
import { useOpenLines } from "./address/lines-context.ts";

const ARCHIVED = "The flight is archived";

/** Opens the flight lines of a split flight's area of interest (document 3, section 2.2). */
export function FlightLines({ document }: { document: Processing }) {
  const open = useOpenLines();
  const { _id, isSplitFlight, ProjectAOINo: number, isArchived, SensorID } = document;
  if (!isSplitFlight) return "NA";
  const text = `AOI ${number}`;
  if (isArchived || open === undefined)
    return (
      <Tooltip title={isArchived ? ARCHIVED : ""} describeChild>
        <span>
          <Button size="small" variant="outlined" disabled sx={NARROW}>
            {text}
          </Button>
        </span>
      </Tooltip>
    );
  return (
    <Tooltip title={`Flight lines of area of interest ${number}`}>
      <Button
        size="small"
        variant="outlined"
        aria-label={`Flight lines of ${SensorID}, AOI ${number}`}
        aria-haspopup="dialog"
        onClick={() => open(_id)}
        sx={NARROW}
      >
        {text}
      </Button>
    </Tooltip>
  );
}

/** A column as narrow as its head. */
const NARROW = { minWidth: 0, px: 0.75, whiteSpace: "nowrap" } as const;
