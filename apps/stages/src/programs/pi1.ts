import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { CoverageGrid } from "@swath/pointcloud/grid";
import { flightLines } from "@swath/pointcloud/points";
import { z } from "zod";
import { type CloudSystem, metricScale } from "../coordinates/cloud-system.ts";
import { givenSystem } from "../coordinates/check-system.ts";
import { inTemporaryFolder } from "../files/file-bytes.ts";
import { writeJson, writeMeasures } from "../files/write-outputs.ts";
import { fileTasks } from "../points/file-tasks.ts";
import { hasStandardTime, listPoints, pointsFolder } from "../points/point-file.ts";
import { FileFault, program, type ProgramOutput, reportingFaults } from "../program.ts";
import {
  adoptCoverage,
  indexOf,
  cloudMeasures,
  datumMeasures,
  planMeasures,
  systemMeasures,
} from "./cloud-measures.ts";
import {
  middleOf,
  readCoverage,
  readSurveys,
  SURVEY_PART,
  type SurveyedCloud,
  type SurveyOptions,
  writeSurveyPart,
} from "./cloud-survey-part.ts";
import {
  areaFiles,
  boundaryGeojson,
  type LineDrawing,
  linesKmz,
  flownLines,
  pointTrack,
  standardUtc,
} from "./line-files.ts";

const shared = {
  out: z.string(),
  /** Folder with `processing.json`, whose system is for clouds that state none. */
  processing: z.string().optional(),
  /** EPSG code for the same; goes before the project's. */
  epsg: z.coerce.number().int().nonnegative().default(0),
  /** Side of a coverage cell, m. */
  cell: z.coerce.number().min(0.1).max(1_000).default(2),
};

const fileSchema = z.strictObject({
  ...shared,
  /** Folder with the task's LAS or LAZ file, and another one, read where the first has none. */
  points: z.string(),
  scans: z.string().optional(),
  task: z.string(),
});

/** What a file of the flight is, by every point of it, for the join of all. */
export const pi1File = program(fileSchema, async ({ out, cell, task, ...given }, output) => {
  const folder = await pointsFolder(given.points, given.scans);
  const [path] = await listPoints(folder);
  if (path === undefined) throw new FileFault(folder, "holds no LAS or LAZ files");
  const { epsg } = await givenSystem(given);
  await writeSurveyPart(
    join(out, `${task}${SURVEY_PART}`),
    { folder, path },
    { epsg, cell },
    output,
  );
});

const optionsSchema = z.strictObject({
  ...shared,
  /** Folder of what the tasks of all files left, and how many files they failed with. */
  surveys: z.string().optional(),
  failed: z.coerce.number().int().nonnegative().default(0),
  /** In its place the folder of the points; another one, read where the first has none. */
  points: z.string().optional(),
  scans: z.string().optional(),
  /** Folder with `trajectory.sbet` and `gps-report.json`, by which lines are drawn as flown. */
  trajectory: z.string().optional(),
  /** Folder with flight plans, whose areas of interest get a file of their lines each. */
  plan: z.string().optional(),
});
type Options = z.output<typeof optionsSchema>;

/**
 * PI1: what later stages need to know of all files (`index.json`), the list of these (`files.json`), their boundary and
 * flight lines, whole and by area of interest. A damaged file is named, and the others go on.
 */
export const pi1 = program(optionsSchema, async (options, output) => {
  const { surveys, failed } = options;
  // A file that its own task read is no fault of the join: it is left out, which is counted.
  const note = (file: string, words: string): void => output.note(`${file} ${words}`);
  if (surveys !== undefined) return await joinSurveys(options, surveys, failed, note);
  await inTemporaryFolder(async (temporary) => {
    const unread = await surveyAll(options, temporary, output);
    await joinSurveys(options, temporary, unread, (file, words) => output.error(file, words));
  });
});

/** Surveys the files of a folder, one after the other; answers how many are damaged. */
async function surveyAll(
  { points = "", scans, cell, ...given }: Options,
  out: string,
  output: ProgramOutput,
): Promise<number> {
  const folder = await pointsFolder(points, scans);
  const paths = await listPoints(folder);
  if (paths.length === 0) throw new FileFault(folder, "holds no LAS or LAZ files");
  const { epsg } = await givenSystem(given);
  let read = 0;
  for (const [at, path] of paths.entries()) {
    const progress = (share: number): void => output.progress((at + share) / paths.length);
    const survey = async (): Promise<void> => {
      const of: SurveyOptions = { epsg, cell };
      const part = join(out, `${at + 1}${SURVEY_PART}`);
      await writeSurveyPart(part, { folder, path }, of, { ...output, progress });
      read += 1;
    };
    await reportingFaults(output, survey, path);
  }
  return paths.length - read;
}

/** Joins the surveys in a folder; `leaveOut` gets the files that cannot be joined, and why. */
async function joinSurveys(
  { out, cell, ...given }: Options,
  folder: string,
  unread: number,
  leaveOut: (file: string, words: string) => void,
): Promise<void> {
  const { epsg, verticalDatum } = await givenSystem(given);
  const all = await readSurveys(folder, epsg);
  const inSystem = inOneSystem(all, leaveOut);
  const [first] = inSystem;
  if (first === undefined) return;
  const { system } = first;
  const scale = metricScale(system, middleOf(inSystem));
  const coverage = new CoverageGrid(cell);
  const clouds: SurveyedCloud[] = [];
  for (const cloud of inSystem)
    try {
      adoptCoverage(coverage, await readCoverage(cloud, scale, cell), cloud.name);
      clouds.push(cloud);
    } catch (fault) {
      if (!(fault instanceof FileFault)) throw fault;
      leaveOut(cloud.path, fault.message);
    }
  const lines = flightLines(
    clouds.map(({ path, survey: { times } }) => ({
      name: basename(path).replace(/\.[^.]*$/, ""),
      times,
    })),
  );
  const index = indexOf(system, clouds, lines);
  await writeJson(join(out, "index.json"), index);
  await writeJson(join(out, "files.json"), fileTasks(index));
  let unreadPlans = 0;
  if (system.inverse !== undefined) {
    const boundary = boundaryGeojson(coverage, scale, system.inverse);
    await writeJson(join(out, "boundary.geojson"), boundary);
    const drawing = await drawingOf(given.trajectory, { system, lines }, first);
    await writeFile(join(out, "lines.kmz"), linesKmz(drawing, "Flight lines"));
    const { files, unreadPlans: unreadHere } = await areaFiles(given, drawing);
    for (const { name, bytes } of files) await writeFile(join(out, name), bytes);
    unreadPlans = unreadHere;
  }
  const damaged = unread + all.length - clouds.length;
  await writeMeasures(out, [
    ...cloudMeasures(clouds, lines, coverage, damaged),
    ...systemMeasures(clouds),
    ...datumMeasures(clouds, verticalDatum),
    ...planMeasures(unreadPlans),
  ]);
}

/** How the lines are drawn: as they were flown, else by their points. */
async function drawingOf(
  trajectory: string | undefined,
  { system, lines }: { readonly system: CloudSystem } & Pick<LineDrawing, "lines">,
  { las }: SurveyedCloud,
): Promise<LineDrawing> {
  const standard = hasStandardTime(las);
  const flown = await flownLines(trajectory, standard);
  const onGround = pointTrack(system, system.inverse!);
  return {
    lines,
    tracks: flown === undefined ? [onGround] : [flown.track, onGround],
    utc: flown?.utc ?? (standard ? standardUtc : () => undefined),
  };
}

/** The files in the system of most of the points; the others are left out. */
function inOneSystem(
  clouds: readonly SurveyedCloud[],
  leaveOut: (file: string, words: string) => void,
): readonly SurveyedCloud[] {
  const [chosen = []] = [...Map.groupBy(clouds, ({ system }) => keyOf(system)).values()].toSorted(
    (one, other) => pointsOf(other) - pointsOf(one),
  );
  for (const { path, system } of clouds)
    if (keyOf(system) !== keyOf(chosen[0]!.system))
      leaveOut(path, `is in ${nameOf(system)}, most points are in ${nameOf(chosen[0]!.system)}`);
  return chosen;
}

const pointsOf = (clouds: readonly SurveyedCloud[]): number =>
  clouds.reduce((sum, { las }) => sum + las.header.pointCount, 0);

const keyOf = ({
  epsg,
  verticalEpsg,
  geographic,
  horizontalUnit,
  verticalUnit,
}: CloudSystem): string =>
  `${epsg} ${verticalEpsg} ${geographic} ${horizontalUnit.toPrecision(9)} ${verticalUnit.toPrecision(9)}`;

const nameOf = ({ epsg, verticalEpsg, horizontalUnit, verticalUnit }: CloudSystem): string => {
  const heights = verticalEpsg === null ? "heights" : `heights in EPSG:${verticalEpsg}`;
  return `${epsg === null ? "a system without a code" : `EPSG:${epsg}`} (units of ${horizontalUnit} m, ${heights} of ${verticalUnit} m)`;
};
