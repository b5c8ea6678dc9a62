import {
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { taskListSchema } from "@swath/contract/processing";
import { CoverageGrid } from "@swath/pointcloud/grid";
import { ELLIPSOIDAL_HEIGHTS, projectedSystemRecord } from "@swath/pointcloud/las";
import { scaleOfIndex } from "../coordinates/check-system.ts";
import { readJson } from "../files/write-outputs.ts";
import { TILE_COVER_CELL, writeCover } from "../points/cloud-cover.ts";
import { indexFileSchema } from "../points/index-file.ts";
import { openPoints, readPoints } from "../points/point-file.ts";
import { stemOfPoints } from "../points/write-points.ts";
import { callProgram } from "./call-program.ts";
import { writeRecords } from "./records.ts";
import { writeSyntheticFlight } from "./synthetic-flight.ts";

const INSTRUCTION = {
  ProcInstID: "PI-7",
  projectId: "PRJ00012",
  siteName: "North Pit",
  control: false,
  targetHorizontalDatum: "EPSG:28356",
  targetVerticalDatum: "Ellipsoidal",
  tileExtents: { kind: "grid", side: 100 },
  tileNaming: "{projectId}_{siteName}_{easting}_{northing}",
  products: [
    { type: "pointCloud", format: "las" },
    { type: "pointCloud", format: "las", points: "ground" },
    { type: "raster", model: "dtm", cell: 1 },
    { type: "raster", model: "dsm", cell: 1 },
    { type: "raster", model: "hillshade", cell: 1 },
    { type: "vector", feature: "contours", interval: 0.5 },
  ],
};

/** Writes a flight of two lines of the synthetic land to a folder of its own. */
export async function writeLand(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "del-"));
  const records = [projectedSystemRecord(28_356, 9001, ELLIPSOIDAL_HEIGHTS)];
  await writeSyntheticFlight(
    folder,
    [
      { path: "a.las", id: "1", sourceId: 1, x: [0, 240], y: [0, 80] },
      { path: "b.las", id: "2", sourceId: 2, x: [0, 240], y: [50, 120] },
    ],
    { records, density: 3 },
  );
  return folder;
}

interface Delivery {
  readonly instruction: object;
  readonly files: Readonly<Record<string, string>>;
  /** Folder of the points and their index. */
  readonly points: string;
  /** Folder of grids of heights. */
  readonly grids?: string;
}

let made = 0;

/** The covers of the files of points in a folder, as MiningAI3 writes them. */
export async function writeCovers(points: string, out: string): Promise<void> {
  const index = await readJson(join(points, "index.json"), indexFileSchema);
  const scale = scaleOfIndex(index);
  for (const name of await readdir(points)) {
    if (!/\.la[sz]$/.test(name)) continue;
    const cover = new CoverageGrid(TILE_COVER_CELL);
    await readPoints(await openPoints(join(points, name)), ({ count, x, y }) => {
      for (let at = 0; at < count; at += 1) cover.add(x[at]! * scale.x, y[at]! * scale.y);
    });
    await writeCover(points, stemOfPoints(name), name, { scale, cover });
    const written = `${stemOfPoints(name)}.cover.json`;
    if (out !== points) await rename(join(points, written), join(out, written));
  }
}

interface Measure {
  readonly name: string;
  readonly value: number;
}

/** Takes the measures out of what a call wrote. */
async function takeMeasures(out: string): Promise<Measure[]> {
  const path = join(out, "measures.json");
  const measures = JSON.parse(await readFile(path, "utf8")) as Measure[];
  await rm(path);
  return measures;
}

/** As the server joins them: sums of tasks, in their place what the last call says. */
function joinedMeasures(ofTasks: readonly Measure[], collected: readonly Measure[]): Measure[] {
  const sums = new Map<string, Measure>();
  for (const { value, ...of } of ofTasks)
    sums.set(of.name, { ...of, value: (sums.get(of.name)?.value ?? 0) + value });
  for (const measure of collected) sums.set(measure.name, measure);
  return [...sums.values()];
}

/**
 * Runs DEL1 by an instruction in a folder below another, each call with the files that it is given; answers what
 * it wrote to.
 */
export async function runDelivery(
  folder: string,
  { instruction, files, points, grids = "" }: Delivery,
) {
  const at = join(folder, `run-${(made += 1)}`);
  const of = (name: string) => join(at, name);
  const [records, covers, divided, parts, out] = [
    "records",
    "covers",
    "divided",
    "parts",
    "out",
  ].map(of) as [string, string, string, string, string];
  for (const each of [records, covers, divided, parts, out]) await mkdir(each, { recursive: true });
  await writeRecords(records);
  const text = JSON.stringify({ ...INSTRUCTION, ...instruction });
  await writeFile(join(records, "instruction.json"), text);
  for (const [name, content] of Object.entries(files))
    await writeFile(join(records, name), content);
  await writeCovers(points, covers);
  const common = { index: join(points, "index.json"), instruction: records, grids };
  const record = { processing: records };
  const first = await callProgram("del-divide", { ...common, ...record, covers, out: divided });
  if (first.code !== 0) return { ...first, out };
  const measures: Measure[] = [];
  for (const { name, files: own } of await readJson(join(divided, "tasks.json"), taskListSchema)) {
    const [only, work, wrote] = ["points", "work", "out"].map((each) =>
      join(at, "tasks", name, each),
    ) as [string, string, string];
    for (const each of [only, work, wrote]) await mkdir(each, { recursive: true });
    for (const file of own) await copyFile(join(points, file), join(only, file));
    const task = { tile: name, divided, points: only, work, out: wrote };
    const ended = await callProgram("del", { ...common, ...task });
    if (ended.code !== 0) return { ...ended, out };
    measures.push(...(await takeMeasures(wrote)));
    await cp(join(wrote, "parts"), join(parts, "parts"), { recursive: true });
    await rm(join(wrote, "parts"), { recursive: true });
    await cp(wrote, out, { recursive: true });
  }
  const collected = of("collected");
  await mkdir(collected);
  const last = await callProgram("del-collect", {
    ...common,
    ...record,
    tasks: parts,
    divided,
    out: collected,
  });
  if (last.code === 0)
    measures.splice(0, Infinity, ...joinedMeasures(measures, await takeMeasures(collected)));
  await cp(collected, out, { recursive: true });
  await writeFile(join(out, "measures.json"), JSON.stringify(measures));
  return { ...last, out };
}

/** Paths of the files below a folder. */
export async function pathsOf(out: string): Promise<string[]> {
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(out.length + 1))
    .toSorted();
}
