import type { Measure } from "@swath/contract/processing";
import { type CoverageGrid, voidShare } from "@swath/pointcloud/grid";
import type { FlightLine } from "@swath/pointcloud/points";
import type { CloudSystem } from "../../coordinates/cloud-system.ts";
import { isInDatum } from "../../coordinates/vertical-datum.ts";
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

/** Whether heights are in the project's datum; where it names none there is nothing to compare. */
export function datumMeasures(
  files: readonly { readonly system: CloudSystem }[],
  datum: string | null,
): Measure[] {
  const known = files.map(({ system }) => isInDatum(system.verticalEpsg, datum));
  const without = files.filter(({ system }) => system.verticalEpsg === null).length;
  const others = known.filter((each) => each === false).length;
  const compared = known.some((each) => each !== undefined);
  return [
    measure("withoutDatum", "Files whose heights name no datum", without),
    {
      ...measure("otherDatum", "Files of another vertical datum than the project's", others),
      ...(compared ? {} : { value: null }),
      most: 0,
    },
  ];
}

/** A plan that cannot be read: lines are not clipped to its areas. */
export const planMeasures = (unread: number): Measure[] => [
  { ...measure("unreadPlans", "Flight plans that cannot be read", unread), most: 0 },
];

const measure = (name: string, label: string, value: number, unit = ""): Measure => ({
  name,
  label,
  value,
  unit,
});
