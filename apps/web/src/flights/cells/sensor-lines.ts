import {
  type Flight,
  type FlightLine,
  flightLines,
  type FlightSensor,
  type FlightUpload,
  isShownUpload,
} from "@swath/contract/flights";
import { isTerrainMapper } from "@swath/contract/uploads";
import { type CellKind, CELLS, KIND_OF } from "./cell-kinds.ts";

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
    field: column(shown, "field"),
    office: column(shown, "office"),
  };
}

function column(uploads: readonly FlightUpload[], name: "field" | "office"): UploadColumn {
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
