import Box from "@mui/material/Box";
import type { Flight } from "@swath/contract/flights";
import { dispatchOf } from "./dispatch.ts";
import type { SensorLine, UploadCell } from "./sensor-lines.ts";
import { COMING_SOON, cellRule, rawTaken } from "./upload-cell.ts";
import { UploadStatusCell } from "./upload-status-cell.tsx";

interface UploadCellsProps {
  readonly flight: Flight;
  readonly line: SensorLine;
  readonly cells: readonly UploadCell[];
  readonly guest: boolean;
}

/** The status cells of one sensor in one of the upload columns. */
export function UploadCells({ flight, line, cells, guest }: UploadCellsProps) {
  const taken = rawTaken(line.uploads);
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
      {cells.map((cell) => (
        <Box key={cell.upload._id} sx={{ display: "flex", alignItems: "center", gap: 0.5 }}>
          <UploadStatusCell
            flightId={flight.FlightID}
            cell={cell}
            rule={cellRule({
              kind: cell.kind,
              upload: cell.upload,
              documentVersion: flight.DocumentMajorVersion,
              rawTaken: taken,
              guest,
            })}
            dispatch={dispatchOf(line, cell.kind)}
          />
          {cell.kind === "tmImagery" ? (
            <Box
              component="span"
              sx={{ fontSize: "0.7rem", whiteSpace: "nowrap", color: "text.secondary" }}
            >
              {COMING_SOON}
            </Box>
          ) : null}
        </Box>
      ))}
    </Box>
  );
}
