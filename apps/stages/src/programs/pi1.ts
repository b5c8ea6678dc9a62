import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CoverageGrid } from "@swath/pointcloud/grid";
import { flightLines } from "@swath/pointcloud/points";
import { z } from "zod";
import { type CloudSystem, metricScale } from "../coordinates/cloud-system.ts";
import { givenSystem, systemNotes, systemOfCloud } from "../coordinates/check-system.ts";
import { writeJson, writeMeasures } from "../files/write-outputs.ts";
import { listPoints, pointsFolder, openPoints, type PointFile } from "../points/point-file.ts";
import { FileFault, program, type ProgramOutput, reportingFaults } from "../program.ts";
import {
  indexOf,
  cloudMeasures,
  datumMeasures,
  planMeasures,
  systemMeasures,
  type CloudSurvey,
  surveyCloud,
} from "./cloud-measures.ts";
import {
  areaFiles,
  boundaryGeojson,
  type LineDrawing,
  linesKmz,
  flownLines,
  pointTrack,
  standardUtc,
} from "./line-files.ts";

const options = z.strictObject({
  /** Folder with LAS and LAZ files. */
  points: z.string(),
  /** Another one, read where the first has none. */
  scans: z.string().optional(),
  /** Folder with `trajectory.sbet` and `gps-report.json`, by which lines are drawn as flown. */
  trajectory: z.string().optional(),
  /** Folder with flight plans, whose areas of interest get a file of their lines each. */
  plan: z.string().optional(),
  out: z.string(),
  /** Folder with `processing.json`, whose system is for clouds that state none. */
  processing: z.string().optional(),
  /** EPSG code for the same; goes before the project's. */
  epsg: z.coerce.number().int().nonnegative().default(0),
  /** Side of a coverage cell, m. */
  cell: z.coerce.number().min(0.1).max(1_000).default(2),
});

/** A file of the input that is sound, in a system that is known. */
export interface Cloud {
  readonly path: string;
  readonly file: PointFile;
  readonly system: CloudSystem;
}

/**
 * PI1: reads every point of all files once; writes what later stages need to know of them
 * (`index.json`), their boundary and flight lines, whole and by area of interest. A damaged file is named, and the others go on.
 */
export const pi1 = program(options, async ({ out, cell, ...given }, output) => {
  const points = await pointsFolder(given.points, given.scans);
  const paths = await listPoints(points);
  if (paths.length === 0) throw new FileFault(points, "holds no LAS or LAZ files");
  const { epsg, verticalDatum } = await givenSystem(given);
  const clouds = await openClouds(points, paths, epsg, output);
  const system = clouds[0]?.system;
  if (system === undefined) return;
  const scale = metricScale(system, middleOf(clouds));
  const coverage = new CoverageGrid(cell);
  const surveyed = await surveyClouds(clouds, output, (file, progress) =>
    surveyCloud(file, scale, coverage, progress),
  );
  if (surveyed.length === 0) return;
  const lines = flightLines(
    surveyed.map(({ file, survey }) => ({
      name: file.name.replace(/\.[^.]*$/, ""),
      times: survey.times,
    })),
  );
  await writeJson(join(out, "index.json"), indexOf(system, surveyed, lines));
  let unreadPlans = 0;
  if (system.inverse !== undefined) {
    const boundary = boundaryGeojson(coverage, scale, system.inverse);
    await writeJson(join(out, "boundary.geojson"), boundary);
    const standard = (surveyed[0]!.file.las.globalEncoding & 1) === 1;
    const flown = await flownLines(given.trajectory, standard);
    const onGround = pointTrack(system, system.inverse);
    const drawing: LineDrawing = {
      lines,
      tracks: flown === undefined ? [onGround] : [flown.track, onGround],
      utc: flown?.utc ?? (standard ? standardUtc : () => undefined),
    };
    await writeFile(join(out, "lines.kmz"), linesKmz(drawing, "Flight lines"));
    const { files, unreadPlans: unread } = await areaFiles(given, drawing);
    for (const { name, bytes } of files) await writeFile(join(out, name), bytes);
    unreadPlans = unread;
  }
  const damaged = paths.length - surveyed.length;
  await writeMeasures(out, [
    ...cloudMeasures(surveyed, lines, coverage, damaged),
    ...systemMeasures(surveyed.map(({ file }) => file)),
    ...datumMeasures(surveyed, verticalDatum),
    ...planMeasures(unreadPlans),
  ]);
});

/** Opens all files; they have to be in one system, that of most of their points. */
async function openClouds(
  folder: string,
  paths: readonly string[],
  given: number | null,
  output: ProgramOutput,
): Promise<Cloud[]> {
  const clouds: Cloud[] = [];
  for (const path of paths) {
    const open = async (): Promise<void> => {
      const file = await openPoints(join(folder, path));
      const system = systemOfCloud(file, given);
      for (const note of systemNotes(file, system)) output.note(note);
      clouds.push({ path, file, system });
    };
    await reportingFaults(output, open, path);
  }
  const [chosen] = [...Map.groupBy(clouds, ({ system }) => keyOf(system)).values()].toSorted(
    (one, other) => pointsOf(other) - pointsOf(one),
  );
  for (const { path, system } of clouds)
    if (chosen?.[0] !== undefined && keyOf(system) !== keyOf(chosen[0].system))
      output.error(path, `is in ${nameOf(system)}, most points are in ${nameOf(chosen[0].system)}`);
  return chosen ?? [];
}

async function surveyClouds(
  clouds: readonly Cloud[],
  output: ProgramOutput,
  survey: (file: PointFile, progress: (points: number) => void) => Promise<CloudSurvey>,
) {
  const all = pointsOf(clouds);
  let done = 0;
  const surveyed: (Cloud & { readonly survey: CloudSurvey })[] = [];
  const progress = (points: number): void => output.progress((done += points) / all);
  for (const cloud of clouds) {
    const add = async (): Promise<void> => {
      surveyed.push({ ...cloud, survey: await survey(cloud.file, progress) });
    };
    await reportingFaults(output, add, cloud.path);
  }
  return surveyed;
}

const pointsOf = (clouds: readonly Cloud[]): number =>
  clouds.reduce((sum, { file }) => sum + file.las.header.pointCount, 0);

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

/** Middle y of the clouds' headers. */
function middleOf(clouds: readonly Cloud[]): number {
  const ends = clouds.flatMap(({ file: { las } }) => [
    las.header.bounds.min[1] ?? 0,
    las.header.bounds.max[1] ?? 0,
  ]);
  const finite = ends.filter(Number.isFinite);
  return finite.length === 0 ? 0 : (Math.min(...finite) + Math.max(...finite)) / 2;
}
