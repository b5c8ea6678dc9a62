import { type FlightSensor, supportsDispatch } from "@swath/contract/flights";
import type { CellKind } from "./cell-kinds.ts";

const LIDAR_CELLS = new Set<CellKind>(["lidar", "gpsOnly", "tmLidar", "tmLaz"]);
const IMAGERY_CELLS = new Set<CellKind>(["imagery", "gnssImagery", "tmImagery"]);

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
