import { type ControlDifference, controlFigures } from "@swath/pointcloud/strips";
import type { ProgramMeasure } from "../../files/write-outputs.ts";

/** USGS _Lidar Base Specification_, quality level 2: RMSE of heights, m. */
const MOST_RMS = 0.1;
/** ASPRS _Positional Accuracy Standards_ (2014), 7.2: a mean error is under a quarter of the RMSE. */
const MOST_MEDIAN = MOST_RMS / 4;

/** What control points say of a cloud; nothing where the flight has none. */
export function controlMeasures(
  compared: readonly Pick<ControlDifference, "difference">[],
): ProgramMeasure[] {
  if (compared.length === 0) return [];
  const { count, median, rms } = controlFigures(compared);
  return [
    {
      name: "controlPoints",
      label: "Control points on smooth ground",
      value: count,
      unit: "",
      least: 1,
      join: "sum",
    },
    {
      name: "controlMedian",
      label: "Cloud less control points (median)",
      value: median,
      unit: "m",
      least: -MOST_MEDIAN,
      most: MOST_MEDIAN,
      join: "task",
    },
    {
      name: "controlRms",
      label: "Cloud less control points (RMS)",
      value: rms,
      unit: "m",
      most: MOST_RMS,
      join: { rms: count },
    },
  ];
}
