import { basename } from "node:path";
import type { CalibrationFile, Measure, ProcessingFile } from "@swath/contract/processing";
import type { Triple } from "@swath/pointcloud/navigation";
import { utcToGps } from "@swath/survey";
import { type FileSource, type NavigationSummary, readNavigation } from "@swath/survey/readers";
import { z } from "zod";
import { withSources } from "../../files/survey-source.ts";
import { writeJson, writeMeasures } from "../../files/write-outputs.ts";
import { FileFault, program } from "../../program.ts";
import { readCalibration, readProcessing } from "../../records/read-records.ts";
import type { GpsReport } from "../../records/trajectory-files.ts";
import { type LineCoverage, lineCoverage } from "./line-coverage.ts";
import { type Recording, recordingsIn } from "./recordings.ts";
import { type TrackPlace, TrajectoryFile } from "./trajectory-file.ts";
import { writeTrajectoryPictures } from "./trajectory-pictures.ts";

const options = z.strictObject({
  /** Folders with recordings and FMS logs, each of an upload type; those without files may be absent. */
  lidar: z.string().optional(),
  gps: z.string().optional(),
  imagery: z.string().optional(),
  "imagery-gps": z.string().optional(),
  calibration: z.string(),
  processing: z.string(),
  out: z.string(),
});

/** Joins the Applanix recordings of a flight into one trajectory of the IMU, and judges it. */
export const gps = program(options, async (given, output) => {
  const folders = [given.lidar, given.imagery, given.gps, given["imagery-gps"]];
  const processing = await readProcessing(given.processing);
  const lever = leverOf(await readCalibration(given.calibration));
  const recordings = await recordingsIn(folders, processing.custom?.gpsFiles);
  if (recordings.length === 0)
    throw new FileFault("GPS", "no recording: no file ends in .000, .001 … or .pos");
  const { gpsStartTime: start, gpsEndTime: end } = processing.custom ?? {};
  const file = new TrajectoryFile(given.out, lever.arm, { start, end });
  const read: ReadRecording[] = [];
  const others: string[] = [];
  for (const recording of recordings) {
    const week = read[0]?.week ?? null;
    const summary = await readRecording(recording, file, { processing, week });
    if ("fault" in summary)
      output.unsupported(recording.name, "is no Applanix recording: its maker's software reads it");
    else read.push(summary);
    output.progress((recordings.indexOf(recording) + 1) / (recordings.length + 1));
  }
  const trajectory = file.end();
  if (trajectory === undefined) {
    if (read.length > 0) output.error("GPS", emptyReason(file));
    else for (const name of others) output.unsupported(name, OTHER_FORMAT);
    return;
  }
  const leapSeconds = read[0]?.leapSeconds ?? 0;
  const report: GpsReport = { version: 1, gpsWeek: read[0]?.week ?? null, leapSeconds, trajectory };
  const lines = await lineCoverage(folders, report);
  const leftOut = { ...file.leftOut, timeless: sum(read, "timeless") };
  await writeJson(given.out, "gps-report.json", {
    ...report,
    recordings: read,
    otherRecordings: others,
    leverArm: lever,
    leftOut,
    lines,
  });
  await writeJson(given.out, "trajectory.geojson", geojsonOf(file.track, report));
  await writeTrajectoryPictures(given.out, file.track, report);
  await writeMeasures(
    given.out,
    measuresOf(report, lines, { badRecords: sum(read, "badRecords"), others: others.length }),
  );
  output.progress(1);
});

const OTHER_FORMAT = "is no Applanix recording: its maker's software reads it";

interface ReadRecording extends Omit<NavigationSummary, "gpsWeek"> {
  readonly name: string;
  readonly files: readonly string[];
  /** Full week, null where the recording names none. */
  readonly week: number | null;
}

const WEEK_SECONDS = 604_800;
const BEGINNING_BYTES = 4_194_304;

async function readRecording(
  { name, paths }: Recording,
  file: TrajectoryFile,
  { processing, week: first }: { processing: ProcessingFile; week: number | null },
): Promise<ReadRecording | { readonly fault: string }> {
  return await withSources(paths, async (sources) => {
    const week = fullWeek(await weekOf(sources), processing);
    const shift = week === null || first === null ? 0 : (week - first) * WEEK_SECONDS;
    const summary = await readNavigation(sources, (solution) => file.add(solution, shift));
    if (!summary.ok) return { fault: summary.fault };
    const { leapSeconds, records, badRecords, timeless, gpsWeek } = summary;
    const files = paths.map((path) => basename(path));
    const known = week ?? fullWeek(gpsWeek, processing);
    return { name, files, week: known, leapSeconds, records, badRecords, timeless };
  });
}

/** A recording's week stands behind its first solutions: it is read before them. */
async function weekOf(sources: readonly FileSource[]): Promise<number | undefined> {
  const [first] = sources;
  if (first === undefined) return undefined;
  const beginning = { ...first, size: Math.min(first.size, BEGINNING_BYTES) };
  const read = await readNavigation([beginning], () => undefined);
  return read.ok ? read.gpsWeek : undefined;
}

/** A week that was counted in 10 bits, as the full one that is nearest to the flight's. */
function fullWeek(week: number | undefined, { wheelsUp }: ProcessingFile): number | null {
  if (week === undefined) return null;
  if (week >= 1_024 || wheelsUp === null) return week;
  const flown = utcToGps(Date.parse(wheelsUp)).week;
  return week + 1_024 * Math.round((flown - week) / 1_024);
}

/** Where there is no LiDAR record there is no lever arm: the antenna's place stands for the IMU's. */
function leverOf({ lidar }: CalibrationFile): { from: string | null; arm: Triple } {
  if (lidar === null) return { from: null, arm: [0, 0, 0] };
  const { id, PriGNSSLeverX, PriGNSSLeverY, PriGNSSLeverZ } = lidar;
  return { from: id, arm: [PriGNSSLeverX, PriGNSSLeverY, PriGNSSLeverZ] };
}

function emptyReason({ leftOut }: TrajectoryFile): string {
  const { noSolution, implausible, notChosen } = leftOut;
  return `no navigation solution: ${noSolution} before alignment, ${implausible} implausible, ${notChosen} outside of the chosen times`;
}

function sum(read: readonly ReadRecording[], field: "badRecords" | "timeless"): number {
  return read.reduce((total, each) => total + each[field], 0);
}

function geojsonOf(track: readonly TrackPlace[], { trajectory, gpsWeek }: GpsReport): unknown {
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

/** Bounds: pipeline.md, GPS. */
function measuresOf(
  { trajectory }: GpsReport,
  lines: readonly LineCoverage[],
  { badRecords, others }: { readonly badRecords: number; readonly others: number },
): Measure[] {
  const covered = lines.length === 0 ? null : Math.min(...lines.map((line) => line.covered)) * 100;
  const { solutions, interval, longestGap, navigating, start, end } = trajectory;
  return [
    { name: "solutions", label: "Navigation solutions", value: solutions, unit: "" },
    { name: "duration", label: "Duration", value: end - start, unit: "s" },
    { name: "rate", label: "Solutions a second", value: 1 / interval, unit: "1/s", least: 20 },
    { name: "longestGap", label: "Longest gap", value: longestGap, unit: "s", most: 1 },
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
