import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ELLIPSOIDAL_HEIGHTS, projectedSystemRecord } from "@swath/pointcloud/las";
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

/** Runs DEL1 by an instruction in a folder below another; answers what it wrote to. */
export async function runDelivery(
  folder: string,
  { instruction, files, points, grids = "" }: Delivery,
) {
  const at = join(folder, `run-${(made += 1)}`);
  const records = join(at, "records");
  const [out, work] = [join(at, "out"), join(at, "work")];
  for (const each of [records, out, work]) await mkdir(each, { recursive: true });
  await writeRecords(records);
  const text = JSON.stringify({ ...INSTRUCTION, ...instruction });
  await writeFile(join(records, "instruction.json"), text);
  for (const [name, content] of Object.entries(files))
    await writeFile(join(records, name), content);
  // What earlier calls wrote is no input of this one.
  const only = join(at, "points");
  await mkdir(only);
  for (const name of await readdir(points))
    if (/\.la[sz]$/.test(name))
      await writeFile(join(only, name), await readFile(join(points, name)));
  const { code, errors } = await callProgram("del", {
    points: only,
    index: join(points, "index.json"),
    instruction: records,
    processing: records,
    grids,
    work,
    out,
  });
  return { code, errors, out };
}

/** Paths of the files below a folder. */
export async function pathsOf(out: string): Promise<string[]> {
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(out.length + 1))
    .toSorted();
}
