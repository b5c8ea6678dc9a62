import type { FlightSensor } from "@swath/contract/flights";
import type { CellKind } from "./cell-kinds.ts";

const DISPATCHING =
  /^(DMC|Optech|P1|Phase One|Visionmap|(Leica )?Terrain Mapper|Galaxy Edge Plus - 999)/i;

const LIDAR_CELLS = new Set<CellKind>(["lidar", "gpsOnly", "tmLidar", "tmLaz"]);
const IMAGERY_CELLS = new Set<CellKind>(["imagery", "gnssImagery", "tmImagery"]);

/** Whether a sensor's data may be dispatched; the others' is Not Applicable. */
export function supportsDispatch(sensor: string): boolean {
  return DISPATCHING.test(sensor);
}

/** How the data of a cell is sent; undefined where its sensor does not decide it. */
export function dispatchOf(
  line: { readonly sensor: string; readonly logs: readonly FlightSensor[] },
  kind: CellKind,
): string | undefined {
  const [log] = line.logs;
  if (log === undefined) return undefined;
  const none = supportsDispatch(line.sensor) ? undefined : "Not Applicable";
  if (LIDAR_CELLS.has(kind)) return none ?? log.DataDispatchMethodLiDAR;
  if (IMAGERY_CELLS.has(kind)) return none ?? log.DataDispatchMethodImagery;
  return undefined;
}
