import { type Triple } from "@swath/pointcloud/points";
import { basename, join } from "node:path";
import type { CalibrationFile, ProcessingFile } from "@swath/contract/processing";
import { LEAP_SECONDS } from "@swath/survey/gps-time";
import { z } from "zod";
import {
  figure,
  writeJson,
  type ProgramMeasure,
  writeMeasures,
} from "../../files/write-outputs.ts";
import { FileFault, program, type ProgramOutput } from "../../program.ts";
import { readCalibration, readProcessing } from "../../records/read-records.ts";
import type { GpsReport } from "../../records/georeferencing-inputs.ts";
import {
  type PostProcessed,
  postProcessedIn,
  readPostProcessed,
  weekOfFlight,
} from "./post-processed.ts";
import {
  gnssFilesIn,
  type ReadRecording,
  readRecording,
  type Recording,
  recordingsIn,
  type SolutionSink,
} from "./recordings.ts";
import { TrackComparison } from "./track-comparison.ts";
import {
  lineCoverage,
  type ProcessedFigures,
  trackJson,
  trajectoryMeasures,
} from "./trajectory-measures.ts";
import { TrajectoryFile } from "./trajectory-file.ts";
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

type Given = z.output<typeof options>;

/** What the trajectory was made of, and what was found on the way. */
interface Made {
  readonly read: readonly ReadRecording[];
  readonly others: readonly string[];
  readonly week: number | null;
  readonly processed: ProcessedFigures | undefined;
}

/**
 * Makes one trajectory of the IMU of a flight, and judges it: of a post-processed one where there is one, else of
 * the Applanix recordings.
 */
export const gps = program(options, async (given, output) => {
  const folders = foldersOf(given);
  const processing = await readProcessing(given.processing);
  const lever = leverOf(await readCalibration(given.calibration));
  const { gpsFiles, gpsStartTime: start, gpsEndTime: end } = processing.custom ?? {};
  const recordings = await recordingsIn(folders, gpsFiles);
  const gnss = await gnssFilesIn(folders);
  const postProcessed = await postProcessedIn(folders, gpsFiles);
  if (recordings.length + gnss.length === 0 && postProcessed === undefined)
    throw new FileFault("GPS", "no recording: no file ends in .000, .001 … or .pos");
  const file = new TrajectoryFile(given.out, lever.arm, { start, end });
  const reading = { file, recordings, processing, lever, output };
  const made =
    postProcessed === undefined
      ? await ofRecordings(reading, file)
      : await ofPostProcessed(reading, postProcessed);
  const trajectory = file.end();
  if (trajectory === undefined) {
    if (made.read.length > 0 || postProcessed !== undefined)
      return await writeMeasures(given.out, [noSolutions(file)]);
    for (const name of made.others) output.unsupported(name, OTHER_FORMAT);
    for (const name of gnss) output.unsupported(name, GNSS_ALONE);
    return;
  }
  const leapSeconds = made.read[0]?.leapSeconds ?? LEAP_SECONDS;
  const report: GpsReport = { version: 1, gpsWeek: made.week, leapSeconds, trajectory };
  const lines = await lineCoverage(folders, report, processing);
  await writeJson(join(given.out, "gps-report.json"), {
    ...report,
    source: postProcessed === undefined ? "recordings" : "post-processed",
    ...(made.processed === undefined ? {} : { postProcessed: made.processed }),
    recordings: made.read,
    otherRecordings: [...made.others, ...gnss],
    leverArm: lever,
    leftOut: { ...file.leftOut, timeless: sum(made.read, "timeless") },
    lines,
  });
  await writeJson(join(given.out, "trajectory.geojson"), trackJson(file.track, report));
  await writeTrajectoryPictures(given.out, file.track, report);
  const isReplaced = postProcessed !== undefined;
  await writeMeasures(
    given.out,
    trajectoryMeasures(report, lines, {
      badRecords: isReplaced ? 0 : sum(made.read, "badRecords"),
      others: isReplaced ? 0 : made.others.length,
      leftOut: file.leftOut,
      processed: made.processed,
    }),
  );
  output.progress(1);
});

const foldersOf = (given: Given) => [given.lidar, given.imagery, given.gps, given["imagery-gps"]];

interface Reading {
  readonly file: TrajectoryFile;
  readonly recordings: readonly Recording[];
  readonly processing: ProcessingFile;
  readonly lever: Lever;
  readonly output: ProgramOutput;
}

async function ofRecordings(
  { recordings, processing, output }: Reading,
  sink: SolutionSink,
): Promise<Made> {
  const read: ReadRecording[] = [];
  const others: string[] = [];
  for (const recording of recordings) {
    const week = read[0]?.week ?? null;
    const summary = await readRecording(recording, sink, { processing, week });
    if ("fault" in summary) others.push(recording.name);
    else read.push(summary);
    output.progress((recordings.indexOf(recording) + 1) / (recordings.length + 1));
  }
  return { read, others, week: read[0]?.week ?? null, processed: undefined };
}

/** The recordings are read all the same: they know the week, and the other one is compared with them. */
async function ofPostProcessed(reading: Reading, files: PostProcessed): Promise<Made> {
  const { file, processing, lever } = reading;
  const comparison = new TrackComparison(lever.arm);
  const made = await ofRecordings(reading, comparison);
  const figures = await readPostProcessed(files, file, (solution) => comparison.see(solution));
  return {
    ...made,
    week: made.week ?? weekOfFlight(processing),
    processed: {
      files: [...files.trajectories, ...files.accuracies].map((path) => basename(path)),
      accuracy: figures.report(),
      realTimeDistance: comparison.median(),
    },
  };
}

const OTHER_FORMAT = "is no Applanix recording: its maker's software reads it";
const GNSS_ALONE =
  "is of a GNSS receiver alone, without attitude: no program here makes a trajectory of it";

/** The record by its values, as each installation names its records by other identifiers. */
interface Lever {
  readonly from: { readonly sensor: string; readonly surveyed: string } | null;
  readonly arm: Triple;
}

/** Without a LiDAR record there is no lever arm: the antenna's place stands for the IMU's. */
function leverOf({ lidar }: CalibrationFile): Lever {
  if (lidar === null) return { from: null, arm: [0, 0, 0] };
  const { SensorName, SurveyDate, PriGNSSLeverX, PriGNSSLeverY, PriGNSSLeverZ } = lidar;
  return {
    from: { sensor: SensorName, surveyed: SurveyDate },
    arm: [PriGNSSLeverX, PriGNSSLeverY, PriGNSSLeverZ],
  };
}

/** Recordings without a trajectory: a person processes them (GPS.stage.json). */
function noSolutions({ leftOut }: TrajectoryFile): ProgramMeasure {
  const { noSolution, implausible, notChosen } = leftOut;
  const label = `Navigation solutions (${noSolution} before alignment, ${implausible} implausible, ${notChosen} not chosen)`;
  return figure("solutions", label, 0, "", "sum", { least: 2 });
}

function sum(read: readonly ReadRecording[], field: "badRecords" | "timeless"): number {
  return read.reduce((total, each) => total + each[field], 0);
}
