import { count, none, type ProgramMeasure } from "../../files/write-outputs.ts";
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
): ProgramMeasure[] {
  const covered = lines.length === 0 ? null : Math.min(...lines.map((line) => line.covered)) * 100;
  const { solutions, interval, longestGap, navigating, start, end } = trajectory;
  return [
    { ...count("solutions", "Navigation solutions", solutions), least: 2 },
    figure("duration", "Duration", end - start, "s", "task"),
    {
      ...figure("rate", "Solutions a second", interval > 0 ? 1 / interval : null, "1/s", "task"),
      least: 20,
    },
    {
      ...figure("longestGap", "Longest gap within a recording", longestGap, "s", "maximum"),
      most: 1,
    },
    {
      ...figure("navigating", "Full navigation or fine alignment", navigating * 100, "%", {
        mean: solutions,
      }),
      least: 95,
    },
    none("speedOutliers", "Speeds no aircraft flies", trajectory.speedOutliers),
    none("bankOutliers", "Attitudes no survey flies", trajectory.bankOutliers),
    none("badRecords", "Damaged records", badRecords),
    none("implausible", "Solutions that cannot be", leftOut.implausible),
    count("outOfOrder", "Solutions not later than the one before", leftOut.outOfOrder),
    none("otherRecordings", "Recordings not read", others),
    {
      ...figure("leastCoveredLine", "Least covered flight line", covered, "%", "minimum"),
      least: 100,
      // A flight need not have a log of its lines.
      optional: true,
    },
  ];
}

const figure = (
  name: string,
  label: string,
  value: number | null,
  unit: string,
  join: ProgramMeasure["join"],
): ProgramMeasure => ({ name, label, value, unit, join });
