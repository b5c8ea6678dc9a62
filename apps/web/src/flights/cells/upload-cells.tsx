import Box from "@mui/material/Box";
import type { Flight } from "@swath/contract/flights";
import { useTabUploads } from "../../platform/tab-uploads.tsx";
import { CellGrid, SLOT, TerrainMapperWidget } from "./cell-grid.ts";
import { CollapsedCell } from "./collapsed-cell.tsx";
import { dispatchOf } from "./rules/dispatch.ts";
import type { SensorLine, UploadCell } from "./rules/sensor-lines.ts";
import { cellRule, rawTaken } from "./rules/upload-cell.ts";
import { UploadStatusCell } from "./upload-status-cell.tsx";

interface UploadCellsProps {
  readonly flight: Flight;
  readonly line: SensorLine;
  /** Which of the upload columns. */
  readonly of: "field" | "office";
  readonly guest: boolean;
}

/** The status cells of one sensor in one of the upload columns. */
export function UploadCells({ flight, line, of, guest }: UploadCellsProps) {
  const { cells, collapsed } = line[of];
  const tabUploads = useTabUploads();
  const withRule = (cell: UploadCell) => ({
    cell,
    rule: cellRule({
      ...cell,
      flight,
      rawTaken: rawTaken(
        line.uploads.filter(({ SensorName }) => SensorName === cell.upload.SensorName),
      ),
      guest,
      tabUploads,
    }),
  });
  const listed = cells.map((cell) => (
    <span key={cell.upload._id} style={{ gridColumn: SLOT[cell.kind] }}>
      <UploadStatusCell
        flight={flight}
        {...withRule(cell)}
        dispatch={dispatchOf(line, cell.kind)}
      />
    </span>
  ));
  if (collapsed.length > 0)
    return (
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
        {listed}
        <CollapsedCell flight={flight} cells={collapsed.map(withRule)} guest={guest} />
      </Box>
    );
  if (cells.some(({ kind }) => kind === "tmAll"))
    return (
      <TerrainMapperWidget aria-label={`Uploads of ${line.sensor}`}>{listed}</TerrainMapperWidget>
    );
  return <CellGrid office={of === "office"}>{listed}</CellGrid>;
}
