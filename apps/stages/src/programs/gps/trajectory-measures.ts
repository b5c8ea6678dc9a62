import type { Measure } from "@swath/contract/processing";
import type { GpsReport } from "../../records/trajectory-files.ts";
import type { LeftOut } from "./trajectory-file.ts";
import type { LineCoverage } from "./line-coverage.ts";

/** What did not become a solution. */
interface Unread {
  readonly badRecords: number;
  /** Recordings in another form. */
  readonly others: number;
  readonly leftOut: LeftOut;
}

/** How good a trajectory is, each figure with its bound. */
export function trajectoryMeasures(
  { trajectory }: GpsReport,
  lines: readonly LineCoverage[],
  { badRecords, others, leftOut }: Unread,
): Measure[] {
  const covered = lines.length === 0 ? null : Math.min(...lines.map((line) => line.covered)) * 100;
  const { solutions, interval, longestGap, navigating, start, end } = trajectory;
  return [
    { name: "solutions", label: "Navigation solutions", value: solutions, unit: "", least: 2 },
    { name: "duration", label: "Duration", value: end - start, unit: "s" },
    {
      name: "rate",
      label: "Solutions a second",
      value: interval > 0 ? 1 / interval : null,
      unit: "1/s",
      least: 20,
    },
    {
      name: "longestGap",
      label: "Longest gap within a recording",
      value: longestGap,
      unit: "s",
      most: 1,
    },
    {
      name: "navigating",
      label: "Full navigation or fine alignment",
      value: navigating * 100,
      unit: "%",
      least: 95,
    },
    {
      name: "speedOutliers",
      label: "Speeds no aircraft flies",
      value: trajectory.speedOutliers,
      unit: "",
      most: 0,
    },
    {
      name: "bankOutliers",
      label: "Attitudes no survey flies",
      value: trajectory.bankOutliers,
      unit: "",
      most: 0,
    },
    { name: "badRecords", label: "Damaged records", value: badRecords, unit: "", most: 0 },
    {
      name: "implausible",
      label: "Solutions that cannot be",
      value: leftOut.implausible,
      unit: "",
      most: 0,
    },
    {
      name: "outOfOrder",
      label: "Solutions not later than the one before",
      value: leftOut.outOfOrder,
      unit: "",
    },
    { name: "otherRecordings", label: "Recordings not read", value: others, unit: "", most: 0 },
    {
      name: "leastCoveredLine",
      label: "Least covered flight line",
      value: covered,
      unit: "%",
      least: 100,
    },
  ];
}
