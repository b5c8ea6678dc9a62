import {
  type Flight,
  type FlightLine,
  flightLines,
  type FlightSensor,
  type FlightUpload,
  isShownUpload,
  supportsDispatch,
} from "@swath/contract/flights";
import { isTerrainMapper, type UploadType } from "@swath/contract/uploads";

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

export interface UploadCell {
  readonly kind: CellKind;
  readonly upload: FlightUpload;
}

/** The uploads of one sensor in one of the upload columns. */
interface UploadColumn {
  /** Listed one by one. */
  readonly cells: readonly UploadCell[];
  /** Those that one entry stands for; empty unless they are too many to be listed. */
  readonly collapsed: readonly UploadCell[];
}

/** One line of a flight: a sensor, however many logs it has, with its uploads. */
export interface SensorLine extends FlightLine<FlightSensor, FlightUpload> {
  readonly secondary: string | undefined;
  readonly field: UploadColumn;
  readonly office: UploadColumn;
}

const KINDS = Object.keys(CELLS) as CellKind[];
/** More Terrain Mapper entries in a column than this collapse into one. */
const LISTED_ENTRIES = 5;

/** The lines of a flight in the order of its logs; uploads of no logged sensor come last. */
export const sensorLines = (flight: Pick<Flight, "Sensors" | "Uploads">): SensorLine[] =>
  flightLines(flight).map(lineOf);

function lineOf(line: FlightLine<FlightSensor, FlightUpload>): SensorLine {
  const shown = line.uploads.filter((upload) => isShownUpload(upload, line));
  const secondary = line.logs
    .map((log) => log.SecondarySensor)
    .find((name) => name !== null && name !== line.sensor);
  return {
    ...line,
    secondary: secondary ?? undefined,
    field: columnOf(shown, "field"),
    office: columnOf(shown, "office"),
  };
}

function columnOf(uploads: readonly FlightUpload[], name: "field" | "office"): UploadColumn {
  const cells = KINDS.filter((kind) => CELLS[kind].column === name).flatMap((kind) =>
    uploads.filter(({ Type }) => KIND_OF[Type] === kind).map((upload) => ({ kind, upload })),
  );
  const { true: collapsible = [], false: others = [] } = Object.groupBy(cells, ({ upload }) =>
    isTerrainMapper(upload.Type) ? "true" : "false",
  );
  return collapsible.length > LISTED_ENTRIES
    ? { cells: others, collapsed: collapsible }
    : { cells, collapsed: [] };
}

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
