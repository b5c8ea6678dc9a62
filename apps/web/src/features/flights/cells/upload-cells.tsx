import Box from "@mui/material/Box";
import type { Flight } from "@swath/contract/flights";
import { CollapsedCell } from "./collapsed-cell.tsx";
import { dispatchOf } from "./dispatch.ts";
import type { SensorLine, UploadCell, UploadColumn } from "./sensor-lines.ts";
import { COMING_SOON, cellRule, rawTaken } from "./upload-cell.ts";
import { UploadStatusCell } from "./upload-status-cell.tsx";

interface UploadCellsProps {
  readonly flight: Flight;
  readonly line: SensorLine;
  readonly column: UploadColumn;
  readonly guest: boolean;
}

/** The status cells of one sensor in one of the upload columns. */
export function UploadCells({ flight, line, column, guest }: UploadCellsProps) {
  const judged = (cell: UploadCell) => ({
    cell,
    rule: cellRule({
      kind: cell.kind,
      upload: cell.upload,
      flight,
      rawTaken: rawTaken(
        line.uploads.filter(({ SensorName }) => SensorName === cell.upload.SensorName),
      ),
      guest,
    }),
  });
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
      {column.cells.map((cell) => (
        <Box key={cell.upload._id} sx={{ display: "flex", alignItems: "center", gap: 0.5 }}>
          <UploadStatusCell
            flight={flight}
            {...judged(cell)}
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
      {column.collapsed.length === 0 ? null : (
        <CollapsedCell flight={flight} cells={column.collapsed.map(judged)} guest={guest} />
      )}
    </Box>
  );
}
