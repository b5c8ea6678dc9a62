import { copySettings, type LasSettings, writtenParts } from "@swath/pointcloud/las";
import type { PointBlock } from "@swath/pointcloud/points";
import { type Extent, isWithin } from "@swath/pointcloud/raster";
import { takenPoints } from "../../points/copy-point.ts";
import { joinedBlock } from "../../points/joined-clouds.ts";
import { LostParts } from "../../points/lost-parts.ts";
import { openPoints, readPoints } from "../../points/point-file.ts";
import { writePointFile } from "../../points/write-points.ts";
import { grown } from "../dem/tile.ts";
import type { Sources } from "./delivery-sources.ts";

type Append = (block: PointBlock) => Promise<void>;

interface Reading {
  readonly sources: Sources;
  readonly settings: LasSettings;
  /** The numbers of the files that have points in the tile or around it. */
  readonly files: readonly number[];
  readonly extent: Extent;
  /** Width of what is read around the tile, m; where both lie in the files. */
  readonly collar: number;
  readonly box: Extent;
  /** Tiles before it that share some of its ground: their points are not its own. */
  readonly earlier: readonly Extent[];
  readonly lostParts: LostParts;
  /** Sees the points that no tile before it has, in the delivery's system. */
  readonly see: (block: PointBlock) => void;
  readonly progress: (share: number) => void;
}

/** Points of a tile, of these those of no tile before it, and points around it. */
interface TilePoints {
  readonly points: number;
  readonly first: number;
  readonly around: number;
}

/**
 * Reads the points of a tile and of its collar, takes them to the delivery's system and writes them to two
 * files, in the order of their own.
 */
export async function readTile(
  paths: { readonly own: string; readonly around: string },
  reading: Reading,
): Promise<TilePoints> {
  const counts = { points: 0, first: 0, around: 0 };
  const { settings } = reading;
  const write = (path: string, use: (append: Append) => Promise<void>): Promise<void> =>
    writePointFile(path, "las", settings, use, `${path}.spool`);
  await write(paths.own, (toOwn) =>
    write(paths.around, (toAround) => readFiles(reading, counts, toOwn, toAround)),
  );
  return counts;
}

async function readFiles(
  { sources, settings, files, extent, collar, box, earlier, ...reading }: Reading,
  counts: { points: number; first: number; around: number },
  toOwn: Append,
  toAround: Append,
): Promise<void> {
  const wide = grown(extent, collar);
  // What lies around a tile is counted where it is delivered.
  const uncounted = new LostParts([]);
  for (const [done, number] of files.entries()) {
    const file = await openPoints(sources.files[number]!.path);
    const parts = writtenParts(copySettings(file.las));
    await readPoints(
      file,
      async (block) => {
        const near = takenPoints(block, parts, (x, y) => isWithin(box, x, y));
        sources.conversions[number]?.(near);
        onSteps(near, settings);
        const own = takenPoints(near, parts, (x, y) => isWithin(extent, x, y));
        const around = takenPoints(
          near,
          parts,
          (x, y) => isWithin(wide, x, y) && !isWithin(extent, x, y),
        );
        const first =
          earlier.length === 0
            ? own
            : takenPoints(own, parts, (x, y) => !earlier.some((each) => isWithin(each, x, y)));
        reading.see(first);
        counts.points += own.count;
        counts.first += first.count;
        counts.around += around.count;
        await toOwn(joinedBlock(own, number, sources, reading.lostParts));
        await toAround(joinedBlock(around, number, sources, uncounted));
      },
      box,
    );
    reading.progress((done + 1) / files.length);
  }
}

/** Rounds coordinates to the steps of the files, so that statements on a tile hold for its file. */
function onSteps({ x, y, count }: PointBlock, { scale, offset }: LasSettings): void {
  for (let at = 0; at < count; at += 1) {
    x[at] = Math.round((x[at]! - offset[0]) / scale[0]) * scale[0] + offset[0];
    y[at] = Math.round((y[at]! - offset[1]) / scale[1]) * scale[1] + offset[1];
  }
}
