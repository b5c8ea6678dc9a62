import Box from "@mui/material/Box";
import type { Flight } from "@swath/contract/flights";
import { CollapsedCell } from "./collapsed-cell.tsx";
import { dispatchOf } from "./dispatch.ts";
import type { SensorLine, UploadCell, UploadColumn } from "./sensor-lines.ts";
import { CellGrid, SLOT, TerrainMapperWidget } from "./cell-grid.ts";
import { cellRule, rawTaken } from "./upload-cell.ts";
import { UploadStatusCell } from "./upload-status-cell.tsx";

interface UploadCellsProps {
  readonly flight: Flight;
  readonly line: SensorLine;
  readonly column: UploadColumn;
  readonly guest: boolean;
  /** Whether this is the column of the office's uploads. */
  readonly office: boolean;
}

/** The status cells of one sensor in one of the upload columns. */
export function UploadCells({ flight, line, column, guest, office }: UploadCellsProps) {
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
  const listed = column.cells.map((cell) => (
    <span key={cell.upload._id} style={{ gridColumn: SLOT[cell.kind] }}>
      <UploadStatusCell flight={flight} {...judged(cell)} dispatch={dispatchOf(line, cell.kind)} />
    </span>
  ));
  if (column.collapsed.length > 0)
    return (
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
        {listed}
        <CollapsedCell flight={flight} cells={column.collapsed.map(judged)} guest={guest} />
      </Box>
    );
  if (column.cells.some(({ kind }) => kind === "tmAll"))
    return (
      <TerrainMapperWidget aria-label={`Uploads of ${line.sensor}`}>{listed}</TerrainMapperWidget>
    );
  return <CellGrid office={office}>{listed}</CellGrid>;
}
