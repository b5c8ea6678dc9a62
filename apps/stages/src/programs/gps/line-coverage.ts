import { type FmsLine, readFmsLines } from "@swath/survey/readers";
import { findFiles } from "../../files/find-files.ts";
import { withSources } from "../../files/survey-source.ts";
import { type GpsReport, timeShift } from "../../records/trajectory-files.ts";

/** A line of the flight management system, and the share of its time that the trajectory has. */
export interface LineCoverage extends FmsLine {
  readonly covered: number;
}

/** Compares the lines of the FMS logs below some folders with the trajectory. */
export async function lineCoverage(
  folders: readonly (string | undefined)[],
  report: GpsReport,
): Promise<LineCoverage[]> {
  const found: LineCoverage[] = [];
  for (const folder of folders)
    await withSources(await findFiles(folder, /^FMS_Flight_Log_.*\.log$/i), async (logs) => {
      for (const log of logs)
        for (const line of await readFmsLines(log))
          found.push({ ...line, covered: coveredShare(line, report) });
    });
  return found;
}

function coveredShare(line: FmsLine, report: GpsReport): number {
  const shift = timeShift(line.week, report);
  if (shift === undefined) return 0;
  const { start, end, gaps } = report.trajectory;
  const overlap = (from: number, to: number): number =>
    Math.max(0, Math.min(line.end + shift, to) - Math.max(line.start + shift, from));
  const missed = gaps.reduce((sum, gap) => sum + overlap(gap.start, gap.end), 0);
  return (overlap(start, end) - missed) / (line.end - line.start);
}
