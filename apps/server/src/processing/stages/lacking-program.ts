import type { StageFile } from "@swath/contract/processing";
import picomatch from "picomatch";

/** Whether a stage's program processes the recordings of a sensor. */
function sensorFits({ sensors }: Pick<StageFile, "sensors">, sensor: string | null): boolean {
  if (sensors === undefined) return true;
  return sensor !== null && picomatch(sensors, { nocase: true })(sensor);
}

/** Why there is no program for a job, in words; undefined where there is one. */
export function lackingProgram(
  stage: StageFile | undefined,
  { name, label }: { readonly name: string; readonly label: string },
  { sensor }: { readonly sensor: string | null },
): string | undefined {
  if (stage === undefined) return `No stage file ${name} is installed`;
  if (sensorFits(stage, sensor)) return undefined;
  return `No program of ${label} processes recordings of ${sensor ?? "an unknown sensor"}`;
}
