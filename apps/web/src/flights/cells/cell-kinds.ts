import { type FlightSensor, supportsDispatch } from "@swath/contract/flights";
import type { UploadType } from "@swath/contract/uploads";

/**
 * A cell of an upload column. Cells of equal kinds stand below one another in their `slot`; `dispatch`:
 * the part of the sensor whose way of dispatch it has.
 */
const cell = (
  label: string,
  column: "field" | "office",
  slot: number,
  dispatch?: "LiDAR" | "Imagery",
) => ({ label, column, slot, dispatch });

/** The cells of the upload columns, in their order; `tm` marks those of the Terrain Mapper widget. */
export const CELLS = {
  gpsOnly: cell("GNSS", "field", 1, "LiDAR"),
  gnssImagery: cell("GNSS", "field", 1, "Imagery"),
  tmGnss: cell("GNSS", "field", 1),
  lidar: cell("LiDAR", "field", 2, "LiDAR"),
  tmLidar: cell("LiDAR", "field", 2, "LiDAR"),
  imagery: cell("Imagery", "field", 3, "Imagery"),
  tmImagery: cell("Imagery", "field", 3, "Imagery"),
  tmAll: cell("All", "field", 4),
  tmSol: cell("SOL", "office", 1),
  tmLaz: cell("LAZ", "office", 2, "LiDAR"),
} as const;
export type CellKind = keyof typeof CELLS;

export const KIND_OF: Readonly<Record<UploadType, CellKind>> = {
  OptechGPS: "gpsOnly",
  LargeFormatImageryGPS: "gnssImagery",
  MediumFormatImageryGPS: "gnssImagery",
  LiDAR: "lidar",
  LargeFormatImagery: "imagery",
  MediumFormatImagery: "imagery",
  TerrainMapperGPS: "tmGnss",
  TerrainMapperLIDAR: "tmLidar",
  TerrainMapperImagery: "tmImagery",
  TerrainMapperRAW: "tmAll",
  TerrainMapperLAZ: "tmLaz",
  TerrainMapperSOL: "tmSol",
};

/** The way in which the data of a cell is sent; undefined where its sensor does not decide it. */
export function dispatchOf(
  line: { readonly sensor: string; readonly logs: readonly FlightSensor[] },
  kind: CellKind,
): string | undefined {
  const [log] = line.logs;
  const { dispatch } = CELLS[kind];
  if (log === undefined || dispatch === undefined) return undefined;
  return supportsDispatch(line.sensor) ? log[`DataDispatchMethod${dispatch}`] : "Not Applicable";
}
