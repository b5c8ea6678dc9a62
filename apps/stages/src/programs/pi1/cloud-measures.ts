import { type CoverageGrid, shareOf, voidBlocks } from "@swath/pointcloud/grid";
import type { FlightLine } from "@swath/pointcloud/points";
import type { CloudSystem } from "../../coordinates/cloud-system.ts";
import { isInDatum } from "../../coordinates/vertical-datum.ts";
import { count, none, type ProgramMeasure } from "../../files/write-outputs.ts";
import type { PointFile } from "../../points/point-file.ts";
import type { CloudSurvey } from "./survey-cloud.ts";

/** What PI1 measures over all files; lengths and areas in metres. */
export function cloudMeasures(
  files: readonly { readonly survey: CloudSurvey }[],
  lines: readonly FlightLine[],
  coverage: CoverageGrid,
  damaged: number,
): ProgramMeasure[] {
  const sum = (of: (survey: CloudSurvey) => number): number =>
    files.reduce((total, { survey }) => total + of(survey), 0);
  const area = coverage.count * coverage.cell ** 2;
  const seconds = lines.reduce((total, { track }) => total + track.length, 0);
  const points = sum(({ tally }) => tally.count);
  const density = sum(({ lastReturns }) => lastReturns) / area;
  const outside = sum((it) => it.outside);
  return [
    count("files", "Files", files.length),
    none("damagedFiles", "Damaged files", damaged),
    count("points", "Points", points),
    // Lines and areas may be shared by tasks.
    alone("lines", "Flight lines", lines.length, ""),
    alone("timeCovered", "Time covered by lines", seconds, "s"),
    alone("coveredArea", "Covered area", area, "m²"),
    alone("density", "Last returns", density, "1/m²"),
    alone("voidShare", "Voids inside", shareOf(voidBlocks(coverage)) * 100, "%"),
    none("outsideBounds", "Points outside the header's bounds", outside),
  ];
}

const alone = (name: string, label: string, value: number, unit: string): ProgramMeasure => ({
  name,
  label,
  value,
  unit,
  join: "task",
});

/** Whether heights are in the project's datum; where it names none there is nothing to compare. */
export function datumMeasures(
  files: readonly { readonly system: CloudSystem }[],
  datum: string | null,
): ProgramMeasure[] {
  const known = files.map(({ system }) => isInDatum(system.verticalEpsg, datum));
  const without = files.filter(({ system }) => system.verticalEpsg === null).length;
  const others = known.filter((each) => each === false).length;
  const compared = known.some((each) => each !== undefined);
  return [
    count("withoutDatum", "Files whose heights name no datum", without),
    {
      ...count("otherDatum", "Files of another vertical datum than the project's", others),
      ...(compared ? {} : { value: null }),
      most: 0,
      optional: true,
    },
  ];
}

/** How files state their system, beside the points that they hold. */
export function systemMeasures(files: readonly Pick<PointFile, "las">[]): ProgramMeasure[] {
  const those = (test: (crs: PointFile["las"]["crs"]) => boolean): number =>
    files.filter(({ las }) => test(las.crs)).length;
  const without = those(({ stated }) => !stated);
  const contradicting = those(({ contradiction }) => contradiction !== null);
  return [
    count("withoutSystem", "Files that state no system: the project's is taken", without),
    none("otherStatements", "Files that state two systems, or a text that is none", contradicting),
  ];
}

/** A plan that cannot be read: lines are not clipped to its areas. */
export const planMeasures = (unread: number): ProgramMeasure[] => [
  none("unreadPlans", "Flight plans that cannot be read", unread),
];
