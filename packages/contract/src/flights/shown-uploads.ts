import type { FlightSensor, FlightUpload } from "./flight.ts";

/** What decides whether the list shows an upload. */
export type ListedUpload = Pick<FlightUpload, "Type" | "SensorName" | "Status">;
type ListedLog = Pick<FlightSensor, "Sensor" | "SecondarySensor" | "DataDispatchMethodLiDAR">;

/** A sensor of a flight with its logs and its uploads, as one line of the list. */
export interface FlightLine<
  Log extends ListedLog = ListedLog,
  Upload extends ListedUpload = ListedUpload,
> {
  readonly sensor: string;
  /** In the flight's order; none where no log names the sensor. */
  readonly logs: readonly Log[];
  readonly uploads: readonly Upload[];
}

const DISPATCHING =
  /^(DMC|Optech|P1|Phase One|Visionmap|(Leica )?Terrain Mapper|Galaxy Edge Plus - 999)/i;
const CARRIED: ReadonlySet<string> = new Set(["Courier to Office", "Hand Deliver"]);
const GNSS_IMAGERY = /^(DMC|Visionmap)/i;

/** Whether a sensor's data may be dispatched (document 2, section 2); the others' is Not Applicable. */
export function supportsDispatch(sensor: string): boolean {
  return DISPATCHING.test(sensor);
}

/** The sensor's name; a log without one goes by its secondary sensor. */
function sensorName(log: Pick<FlightSensor, "Sensor" | "SecondarySensor">): string {
  return log.Sensor ?? log.SecondarySensor ?? "";
}

/** The lines of a flight in the order of its logs; uploads of no logged sensor come last. */
export function flightLines<Log extends ListedLog, Upload extends ListedUpload>(flight: {
  readonly Sensors: readonly Log[];
  readonly Uploads: readonly Upload[];
}): FlightLine<Log, Upload>[] {
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
  return [...new Set([...logs.keys(), ...uploads.keys()])].map((sensor) => ({
    sensor,
    logs: logs.get(sensor) ?? [],
    uploads: uploads.get(sensor) ?? [],
  }));
}

/**
 * Whether the list shows an upload of a line. The database decides the same for the filter by
 * upload status (`migrations/baseline/flight-filters.sql`).
 *
 * contract/L1 GNSS of a LiDAR sensor shows where its line has no LiDAR upload;
 * contract/L2 beside LiDAR uploads that have not begun, it shows once it has begun itself;
 * contract/L3 or while the LiDAR data is carried to the office;
 * contract/L4 GNSS of imagery shows for certain models of camera;
 * contract/L5 every other upload shows.
 */
export function isShownUpload(upload: ListedUpload, line: FlightLine): boolean {
  if (upload.Type === "OptechGPS") return isGnssShown(upload, line);
  if (upload.Type === "LargeFormatImageryGPS" || upload.Type === "MediumFormatImageryGPS")
    return GNSS_IMAGERY.test(upload.SensorName);
  return true;
}

function isGnssShown(gnss: ListedUpload, line: FlightLine): boolean {
  const lidar = line.uploads.filter(({ Type }) => Type === "LiDAR");
  if (lidar.length === 0) return true;
  return lidar.every(notBegun) && (!notBegun(gnss) || isLidarCarried(line));
}

function isLidarCarried({ sensor, logs: [log] }: FlightLine): boolean {
  return supportsDispatch(sensor) && log !== undefined && CARRIED.has(log.DataDispatchMethodLiDAR);
}

function notBegun({ Status }: ListedUpload): boolean {
  return Status === "READY_FOR_UPLOAD" || Status === "UPLOAD_INIT";
}
