import type { StageFile } from "@swath/contract/processing";
import picomatch from "picomatch";

/** Whether a stage's program processes the recordings of a sensor. */
export function sensorFits(
  { sensors }: Pick<StageFile, "sensors">,
  sensor: string | null,
): boolean {
  if (sensors === undefined) return true;
  return sensor !== null && picomatch(sensors, { nocase: true })(sensor);
}
