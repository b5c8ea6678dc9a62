import { join } from "node:path";
import { DIVIDED_FILE } from "@swath/contract/processing";
import { copySettings, type LasSettings, writtenParts } from "@swath/pointcloud/las";
import type { PointBlock } from "@swath/pointcloud/points";
import { isWithin } from "@swath/pointcloud/raster";
import { type CloudSystem, metricScale, type MetricScale } from "../coordinates/cloud-system.ts";
import { settingsInSystem } from "../coordinates/system-records.ts";
import { readHeads } from "../points/cloud-cover.ts";
import { takenPoints } from "../points/copy-point.ts";
import { joinClouds, joinedBlock } from "../points/joined-clouds.ts";
import type { LostParts } from "../points/lost-parts.ts";
import { type FlatBox, openPoints, type PointFile, readPoints } from "../points/point-file.ts";
import { readListedTile, withCollar } from "../points/tile-list.ts";
import { stemOfPoints } from "../points/write-points.ts";
import { FileFault } from "../program.ts";

type Use = (block: PointBlock, number: number) => void | Promise<void>;

/** Points that are classified, and those around them that tell their ground. */
export interface CloudToClassify {
  /** Of what is written, and of faults. */
  readonly stem: string;
  readonly name: string;
  readonly first: PointFile;
  /** The files that are read. */
  readonly files: readonly PointFile[];
  /** About how many points are read. */
  readonly points: number;
  readonly west: number;
  readonly south: number;
  /** Where points are looked at; everywhere without. */
  readonly within?: FlatBox | undefined;
  scaleOf(system: CloudSystem): MetricScale;
  settingsIn(system: CloudSystem): LasSettings;
  /** Reads the blocks of each file, with its number. */
  read(use: Use): Promise<void>;
  /** The points of a block that are classified, and as they are written. */
  own(block: PointBlock, number: number): PointBlock;
  joined(block: PointBlock, number: number, lostParts: LostParts): PointBlock;
}

/** A file as a whole: its copy is as the file is. */
export async function fileToClassify(path: string): Promise<CloudToClassify> {
  const file = await openPoints(path);
  const { pointCount, bounds } = file.las.header;
  const [west = 0, south = 0] = bounds.min;
  return {
    stem: stemOfPoints(path),
    name: file.name,
    first: file,
    files: [file],
    points: pointCount,
    west,
    south,
    scaleOf: (system) => metricScale(system, (south + (bounds.max[1] ?? 0)) / 2),
    settingsIn: (system) => settingsInSystem(file.las, system),
    read: (use) => readPoints(file, (block) => use(block, 0)),
    own: (block) => block,
    joined(block, _, lostParts) {
      lostParts.see(block);
      return block;
    },
  };
}

/** A tile with all files over it, which are told by the heads of all files of the run. */
export async function tileToClassify({
  tile: name,
  divided,
  points: folder,
}: {
  readonly tile: string;
  readonly divided: string;
  readonly points: string;
}): Promise<CloudToClassify> {
  const { files: paths, facts } = await readListedTile(join(divided, DIVIDED_FILE), name);
  const heads = await readHeads(divided, folder);
  const joined = joinClouds(heads);
  const given = new Set(paths.map((path) => join(folder, path)));
  const numbers = [...heads.keys()].filter((number) => given.has(heads[number]!.path));
  const files = numbers.map((number) => heads[number]!);
  const [first] = files;
  if (first === undefined) throw new FileFault(name, "lists no file that there is");
  const box = withCollar(facts, 1);
  const parts = heads.map(({ las }) => writtenParts(copySettings(las)));
  return {
    stem: name,
    name,
    first,
    files,
    points: files.reduce((sum, { las }) => sum + las.header.pointCount, 0),
    west: box.minX,
    south: box.minY,
    within: box,
    // One for all tiles: their cells are the same.
    scaleOf: (system) => metricScale(system, middleOf(heads)),
    settingsIn: (system) => ({
      ...joined.settingsAt(facts.minX, facts.minY),
      records: settingsInSystem(first.las, system).records,
    }),
    async read(use) {
      for (const number of numbers)
        await readPoints(await openPoints(heads[number]!.path), (block) => use(block, number), box);
    },
    own: (block, number) => takenPoints(block, parts[number]!, (x, y) => isWithin(facts, x, y)),
    joined: (block, number, lostParts) => joinedBlock(block, number, joined, lostParts),
  };
}

/** Middle y of some files. */
function middleOf(files: readonly PointFile[]): number {
  const ends = files
    .filter(({ las }) => las.header.pointCount > 0)
    .flatMap(({ las: { header } }) => [header.bounds.min[1] ?? 0, header.bounds.max[1] ?? 0]);
  return ends.length === 0 ? 0 : (Math.min(...ends) + Math.max(...ends)) / 2;
}
