import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { gunzipSync, gzipSync } from "node:zlib";
import { CoverageGrid } from "@swath/pointcloud/grid";
import { type CloudSystem, metricScale, type MetricScale } from "../coordinates/cloud-system.ts";
import { systemNotes, systemOfCloud } from "../coordinates/check-system.ts";
import { findFiles } from "../files/file-bytes.ts";
import { type CloudHead, openPoints } from "../points/point-file.ts";
import type { ProgramOutput } from "../program.ts";
import { type CloudSurvey, surveyCloud } from "./cloud-measures.ts";

/** The ending of a file of a survey. */
export const SURVEY_PART = ".survey";

/** What PI1 learns of a file by a task of its own. */
interface SurveyPart extends CloudHead {
  /** Below the folder of the points. */
  readonly path: string;
  readonly survey: CloudSurvey;
  /** Cells of {@link CoverageGrid}, in metres of this scale. */
  readonly coverage: ReadonlyMap<number, Uint32Array>;
  readonly scale: MetricScale;
}

/** A file without the cells that it covers, in a system that is known. */
export interface SurveyedCloud extends Omit<SurveyPart, "coverage"> {
  readonly system: CloudSystem;
  /** The file that the cells stand in. */
  readonly part: string;
}

export interface SurveyOptions {
  /** The project's system, for clouds that state none. */
  readonly epsg: number | null;
  /** Side of a coverage cell, m. */
  readonly cell: number;
}

/** Reads every point of a file once, and writes what is learned, for the same release of the program alone. */
export async function writeSurveyPart(
  part: string,
  { folder, path }: { readonly folder: string; readonly path: string },
  { epsg, cell }: SurveyOptions,
  output: Pick<ProgramOutput, "note" | "progress">,
): Promise<void> {
  const file = await openPoints(join(folder, path));
  const system = systemOfCloud(file, epsg);
  for (const note of systemNotes(file, system)) output.note(note);
  const { crs, globalEncoding, header } = file.las;
  const { pointCount, bounds } = header;
  const scale = metricScale(system, middleOf([file]));
  let done = 0;
  const { survey, coverage } = await surveyCloud(file, scale, cell, (points) =>
    output.progress((done += points) / pointCount),
  );
  const { sources, untimed } = survey.times;
  const written: SurveyPart = {
    path,
    name: file.name,
    las: { crs, globalEncoding, header: { pointCount, bounds } },
    survey: { ...survey, times: { sources, untimed } },
    coverage: coverage.tiles,
    scale,
  };
  await writeFile(part, gzipSync(serialize(written), { level: 1 }));
}

const readPart = async (part: string): Promise<SurveyPart> =>
  deserialize(gunzipSync(await readFile(part))) as SurveyPart;

/** The surveys in a folder, in the order of their files' paths. */
export async function readSurveys(folder: string, epsg: number | null): Promise<SurveyedCloud[]> {
  const clouds: SurveyedCloud[] = [];
  for (const part of await findFiles(folder, /\.survey$/)) {
    const { coverage: _, ...cloud } = await readPart(part);
    clouds.push({ ...cloud, part, system: systemOfCloud(cloud, epsg) });
  }
  return clouds.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** The cells that a file covers, in metres of the scale of its flight. */
export async function readCoverage(
  { part }: SurveyedCloud,
  scale: MetricScale,
  cell: number,
): Promise<Pick<CoverageGrid, "tiles">> {
  const { coverage, scale: own } = await readPart(part);
  if (own.x === scale.x && own.y === scale.y) return { tiles: coverage };
  // In degrees the metres of files at different latitudes differ: each cell covers those that it touches.
  const [given, covered] = [new CoverageGrid(cell), new CoverageGrid(cell)];
  given.adopt({ tiles: coverage });
  const [x, y] = [scale.x / own.x, scale.y / own.y];
  for (const { column, row } of given.cells())
    for (let i = Math.floor(column * x); i < (column + 1) * x; i += 1)
      for (let j = Math.floor(row * y); j < (row + 1) * y; j += 1) covered.mark(i, j);
  return covered;
}

/** Middle y of the clouds' headers. */
export function middleOf(clouds: readonly CloudHead[]): number {
  const ends = clouds.flatMap(({ las }) => [
    las.header.bounds.min[1] ?? 0,
    las.header.bounds.max[1] ?? 0,
  ]);
  const finite = ends.filter(Number.isFinite);
  return finite.length === 0 ? 0 : (Math.min(...finite) + Math.max(...finite)) / 2;
}
