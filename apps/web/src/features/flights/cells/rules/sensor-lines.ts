import type { Flight, FlightSensor, FlightUpload } from "@swath/contract/flights";
import { isTerrainMapper } from "@swath/contract/uploads";
import { type CellKind, KIND_OF } from "./cell-kinds.ts";
import { dispatchOf } from "./dispatch.ts";

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
export interface SensorLine {
  readonly sensor: string;
  readonly secondary: string | undefined;
  readonly logs: readonly FlightSensor[];
  readonly field: UploadColumn;
  readonly office: UploadColumn;
  readonly uploads: readonly FlightUpload[];
}

const FIELD: readonly CellKind[] = [
  "gpsOnly",
  "gnssImagery",
  "tmGnss",
  "lidar",
  "tmLidar",
  "imagery",
  "tmImagery",
  "tmAll",
];
const OFFICE: readonly CellKind[] = ["tmSol", "tmLaz"];
/** More Terrain Mapper entries in a column than this collapse into one. */
const LISTED_ENTRIES = 5;

const CARRIED: ReadonlySet<string> = new Set(["Courier to Office", "Hand Deliver"]);
const GNSS_IMAGERY = /^(DMC|Visionmap)/i;

/** The sensor's name; a log without one goes by its secondary sensor. */
function sensorName(log: Pick<FlightSensor, "Sensor" | "SecondarySensor">): string {
  return log.Sensor ?? log.SecondarySensor ?? "";
}

/** The lines of a flight in the order of its logs; uploads of no logged sensor come last. */
export function sensorLines(flight: Pick<Flight, "Sensors" | "Uploads">): SensorLine[] {
  const logs = Map.groupBy(flight.Sensors, sensorName);
  const owner = new Map<string, string>();
  for (const log of flight.Sensors) {
    if (log.SecondarySensor !== null) owner.set(log.SecondarySensor, sensorName(log));
  }
  for (const sensor of logs.keys()) owner.set(sensor, sensor);
  const uploads = Map.groupBy(
    flight.Uploads,
    ({ SensorName }) => owner.get(SensorName) ?? SensorName,
  );
  const sensors = new Set([...logs.keys(), ...uploads.keys()]);
  return [...sensors].map((sensor) =>
    lineOf(sensor, logs.get(sensor) ?? [], uploads.get(sensor) ?? []),
  );
}

function lineOf(
  sensor: string,
  logs: readonly FlightSensor[],
  uploads: readonly FlightUpload[],
): SensorLine {
  const shown = uploads.filter((upload) => isShown(upload, { sensor, logs, uploads }));
  return {
    sensor,
    secondary:
      logs.map((log) => log.SecondarySensor).find((name) => name !== null && name !== sensor) ??
      undefined,
    logs,
    uploads,
    field: column(shown, FIELD),
    office: column(shown, OFFICE),
  };
}

type LineSource = Pick<SensorLine, "sensor" | "logs" | "uploads">;

/** GNSS is its own cell where only GNSS is uploaded, and for certain models of camera. */
function isShown(upload: FlightUpload, line: LineSource): boolean {
  if (upload.Type === "OptechGPS") return isGpsOnly(upload, line);
  if (KIND_OF[upload.Type] === "gnssImagery") return GNSS_IMAGERY.test(upload.SensorName);
  return true;
}

/** There is no LiDAR upload, or it has not begun while GNSS has, or while the LiDAR data is carried. */
function isGpsOnly(gps: FlightUpload, line: LineSource): boolean {
  const lidar = line.uploads.find(({ Type }) => Type === "LiDAR");
  if (lidar === undefined) return true;
  return notBegun(lidar) && (!notBegun(gps) || CARRIED.has(dispatchOf(line, "lidar") ?? ""));
}

function notBegun({ Status }: FlightUpload): boolean {
  return Status === "READY_FOR_UPLOAD" || Status === "UPLOAD_INIT";
}

function column(uploads: readonly FlightUpload[], order: readonly CellKind[]): UploadColumn {
  const cells = order.flatMap((kind) =>
    uploads.filter(({ Type }) => KIND_OF[Type] === kind).map((upload) => ({ kind, upload })),
  );
  const { true: collapsible = [], false: others = [] } = Object.groupBy(cells, ({ upload }) =>
    isTerrainMapper(upload.Type) ? "true" : "false",
  );
  return collapsible.length > LISTED_ENTRIES
    ? { cells: others, collapsed: collapsible }
    : { cells, collapsed: [] };
}
