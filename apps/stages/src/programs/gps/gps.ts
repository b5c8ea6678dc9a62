import { type Triple } from "@swath/pointcloud/points";
import { join } from "node:path";
import type { CalibrationFile } from "@swath/contract/processing";
import { z } from "zod";
import {
  figure,
  writeJson,
  type ProgramMeasure,
  writeMeasures,
} from "../../files/write-outputs.ts";
import { FileFault, program } from "../../program.ts";
import { readCalibration, readProcessing } from "../../records/read-records.ts";
import type { GpsReport } from "../../records/georeferencing-inputs.ts";
import { lineCoverage, trackJson, trajectoryMeasures } from "./trajectory-measures.ts";
import { type ReadRecording, readRecording, gnssFilesIn, recordingsIn } from "./recordings.ts";
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

/** Joins the Applanix recordings of a flight into one trajectory of the IMU, and judges it. */
export const gps = program(options, async (given, output) => {
  const folders = [given.lidar, given.imagery, given.gps, given["imagery-gps"]];
  const processing = await readProcessing(given.processing);
  const lever = leverOf(await readCalibration(given.calibration));
  const recordings = await recordingsIn(folders, processing.custom?.gpsFiles);
  const gnss = await gnssFilesIn(folders);
  if (recordings.length + gnss.length === 0)
    throw new FileFault("GPS", "no recording: no file ends in .000, .001 … or .pos");
  const { gpsStartTime: start, gpsEndTime: end } = processing.custom ?? {};
  const file = new TrajectoryFile(given.out, lever.arm, { start, end });
  const read: ReadRecording[] = [];
  const others: string[] = [];
  for (const recording of recordings) {
    const week = read[0]?.week ?? null;
    const summary = await readRecording(recording, file, { processing, week });
    if ("fault" in summary) others.push(recording.name);
    else read.push(summary);
    output.progress((recordings.indexOf(recording) + 1) / (recordings.length + 1));
  }
  const trajectory = file.end();
  if (trajectory === undefined) {
    if (read.length > 0) return await writeMeasures(given.out, [noSolutions(file)]);
    for (const name of others) output.unsupported(name, OTHER_FORMAT);
    for (const name of gnss) output.unsupported(name, GNSS_ALONE);
    return;
  }
  const leapSeconds = read[0]?.leapSeconds ?? 0;
  const report: GpsReport = { version: 1, gpsWeek: read[0]?.week ?? null, leapSeconds, trajectory };
  const lines = await lineCoverage(folders, report, processing);
  const leftOut = { ...file.leftOut, timeless: sum(read, "timeless") };
  await writeJson(join(given.out, "gps-report.json"), {
    ...report,
    recordings: read,
    otherRecordings: [...others, ...gnss],
    leverArm: lever,
    leftOut,
    lines,
  });
  await writeJson(join(given.out, "trajectory.geojson"), trackJson(file.track, report));
  await writeTrajectoryPictures(given.out, file.track, report);
  await writeMeasures(
    given.out,
    trajectoryMeasures(report, lines, {
      badRecords: sum(read, "badRecords"),
      others: others.length,
      leftOut: file.leftOut,
    }),
  );
  output.progress(1);
});

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
