import type { ProcessingFile } from "@swath/contract/processing";
import { type FmsLine, readFmsLines } from "@swath/survey/readers";
import { findFiles, withSources } from "../../files/file-bytes.ts";
import { count, figure, none, type ProgramMeasure } from "../../files/write-outputs.ts";
import {
  chosenSpan,
  type TimeSpan,
  type GpsReport,
  timeShift,
} from "../../records/georeferencing-inputs.ts";
import type { LeftOut, TrackPlace } from "./trajectory-file.ts";

/** What did not become a solution. */
interface Unread {
  readonly badRecords: number;
  /** Recordings in another form. */
  readonly others: number;
  readonly leftOut: LeftOut;
  /** Of a post-processed trajectory; undefined where the recordings made it. */
  readonly processed: ProcessedFigures | undefined;
}

/** What is known of a post-processed trajectory: its files, standard deviations (p95; m, radians), m. */
export interface ProcessedFigures {
  readonly files: readonly string[];
  readonly accuracy: {
    readonly horizontal: number | null;
    readonly vertical: number | null;
    readonly rollPitch: number | null;
    readonly heading: number | null;
  };
  /** Median distance to the solution in flight; null without one. */
  readonly realTimeDistance: number | null;
}

const degrees = (radians: number | null): number | null =>
  radians === null ? null : (radians * 180) / Math.PI;

const p95 = (name: string, label: string, value: number | null, unit: string): ProgramMeasure =>
  figure(name, `${label}, standard deviation of 95 %`, value, unit, "maximum");

/** Which solution was used, and how far it is right by what its program states and the other one says. */
function processedMeasures(processed: ProcessedFigures | undefined): ProgramMeasure[] {
  const used = count("postProcessed", "Files of the post-processed trajectory used", 0);
  if (processed === undefined)
    return [{ ...used, label: "Post-processed trajectory: none, the solution in flight is used" }];
  const { files, accuracy, realTimeDistance } = processed;
  return [
    { ...used, value: files.length },
    {
      ...figure(
        "realTimeDistance",
        "Distance from the solution in flight, median",
        realTimeDistance,
        "m",
        "maximum",
      ),
      most: 20,
      // Without recordings there is nothing to compare with.
      optional: true,
    },
    p95("horizontalAccuracy", "Horizontal position", accuracy.horizontal, "m"),
    p95("verticalAccuracy", "Height", accuracy.vertical, "m"),
    p95("rollPitchAccuracy", "Roll and pitch", degrees(accuracy.rollPitch), "°"),
    p95("headingAccuracy", "Heading", degrees(accuracy.heading), "°"),
  ];
}

/** How good a trajectory is, each figure with its bound. */
export function trajectoryMeasures(
  { trajectory }: GpsReport,
  lines: readonly LineCoverage[],
  { badRecords, others, leftOut, processed }: Unread,
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
      ...figure(
        "navigating",
        "Full navigation or fine alignment",
        // A post-processed one does not say.
        processed === undefined ? navigating * 100 : null,
        "%",
        { mean: solutions },
      ),
      least: 95,
      optional: true,
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
    ...processedMeasures(processed),
  ];
}

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

/** The track as GeoJSON (RFC 7946): a line for each stretch without a gap, heights ellipsoidal. */
export function trackJson(
  track: readonly TrackPlace[],
  { trajectory, gpsWeek }: GpsReport,
): object {
  const pieces: TrackPlace[][] = [[]];
  for (const place of track) {
    const last = pieces.at(-1)?.at(-1);
    const crossed = trajectory.gaps.some(
      ({ start, end }) => last !== undefined && last[4] <= start && place[4] >= end,
    );
    if (crossed) pieces.push([]);
    pieces.at(-1)?.push(place);
  }
  const features = pieces
    .filter((piece) => piece.length > 1)
    .map((piece) => ({
      type: "Feature",
      properties: { gpsWeek, start: piece[0]?.[4], end: piece.at(-1)?.[4] },
      geometry: {
        type: "LineString",
        coordinates: piece.map(([longitude, latitude, height]) => [
          Number(longitude.toFixed(8)),
          Number(latitude.toFixed(8)),
          Number(height.toFixed(3)),
        ]),
      },
    }));
  return { type: "FeatureCollection", features };
}
