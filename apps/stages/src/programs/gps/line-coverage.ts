import type { ProcessingFile } from "@swath/contract/processing";
import { type FmsLine, readFmsLines } from "@swath/survey/readers";
import { findFiles } from "../../files/find-files.ts";
import { withSources } from "../../files/survey-source.ts";
import { chosenSpan, type TimeSpan } from "../../records/chosen-span.ts";
import { type GpsReport, timeShift } from "../../records/trajectory-files.ts";

/** A line of the flight management system, and the share of its time that the trajectory has. */
export interface LineCoverage extends FmsLine {
  readonly covered: number;
}

/** Compares the lines of the FMS logs below some folders, as far as they are chosen, with the trajectory. */
export async function lineCoverage(
  folders: readonly (string | undefined)[],
  report: GpsReport,
  processing: Pick<ProcessingFile, "custom">,
): Promise<LineCoverage[]> {
  const found: LineCoverage[] = [];
  const span = chosenSpan(processing, report.trajectory);
  for (const folder of folders)
    await withSources(await findFiles(folder, /^FMS_Flight_Log_.*\.log$/i), async (logs) => {
      for (const log of logs)
        for (const line of await readFmsLines(log)) {
          const covered = coveredShare(line, report, span);
          if (covered !== undefined) found.push({ ...line, covered });
        }
    });
  return found;
}

/** Undefined where the line lies outside of the span. */
function coveredShare(line: FmsLine, report: GpsReport, span: TimeSpan): number | undefined {
  const shift = timeShift(line.week, report);
  if (shift === undefined) return 0;
  const { start, end, gaps } = report.trajectory;
  const begins = Math.max(line.start + shift, span.from);
  const ends = Math.min(line.end + shift, span.to);
  if (begins >= ends) return undefined;
  const overlap = (from: number, to: number): number =>
    Math.max(0, Math.min(ends, to) - Math.max(begins, from));
  const missed = gaps.reduce((sum, gap) => sum + overlap(gap.start, gap.end), 0);
  return (overlap(start, end) - missed) / (ends - begins);
}
