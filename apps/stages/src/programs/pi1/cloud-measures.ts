import type { Measure } from "@swath/contract/processing";
import { type CoverageGrid, voidShare } from "@swath/pointcloud/grid";
import type { FlightLine } from "@swath/pointcloud/points";
import type { CloudSurvey } from "./survey-cloud.ts";

/** What PI1 measures over all files; lengths and areas in metres. */
export function cloudMeasures(
  files: readonly { readonly survey: CloudSurvey }[],
  lines: readonly FlightLine[],
  coverage: CoverageGrid,
  damaged: number,
): Measure[] {
  const sum = (of: (survey: CloudSurvey) => number): number =>
    files.reduce((total, { survey }) => total + of(survey), 0);
  const area = coverage.count * coverage.cell ** 2;
  const seconds = lines.reduce((total, { track }) => total + track.length, 0);
  return [
    measure("files", "Files", files.length),
    { ...measure("damagedFiles", "Damaged files", damaged), most: 0 },
    measure(
      "points",
      "Points",
      sum(({ tally }) => tally.count),
    ),
    measure("lines", "Flight lines", lines.length),
    measure("timeCovered", "Time covered by lines", seconds, "s"),
    measure("coveredArea", "Covered area", area, "m²"),
    measure("density", "Last returns", sum(({ lastReturns }) => lastReturns) / area, "1/m²"),
    measure("voidShare", "Voids inside", voidShare(coverage) * 100, "%"),
    {
      ...measure(
        "outsideBounds",
        "Points outside the header's bounds",
        sum((it) => it.outside),
      ),
      most: 0,
    },
  ];
}

const measure = (name: string, label: string, value: number, unit = ""): Measure => ({
  name,
  label,
  value,
  unit,
});
