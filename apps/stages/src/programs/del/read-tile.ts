import { copySettings, type LasSettings, recodeExtra, writtenParts } from "@swath/pointcloud/las";
import { type FilledBlock, newBlock, type PointBlock } from "@swath/pointcloud/points";
import { type Extent, isWithin } from "@swath/pointcloud/raster";
import { LostParts } from "../../points/lost-parts.ts";
import { openPoints, readPoints } from "../../points/point-file.ts";
import { writePointFile } from "../../points/write-points.ts";
import { grown } from "../dem/tile.ts";
import { copyPoint } from "./copy-point.ts";
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
    const taken = (block: PointBlock, isTaken: (x: number, y: number) => boolean): FilledBlock => {
      const to = newBlock(block.count, parts);
      for (let at = 0; at < block.count; at += 1)
        if (isTaken(block.x[at]!, block.y[at]!)) copyPoint(block, at, to);
      return to;
    };
    await readPoints(
      file,
      async (block) => {
        const near = taken(block, (x, y) => isWithin(box, x, y));
        sources.conversions[number]?.(near);
        onSteps(near, settings);
        const own = taken(near, (x, y) => isWithin(extent, x, y));
        const around = taken(near, (x, y) => isWithin(wide, x, y) && !isWithin(extent, x, y));
        const first =
          earlier.length === 0
            ? own
            : taken(own, (x, y) => !earlier.some((each) => isWithin(each, x, y)));
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

/** A block of a file in the joined layout; counts values without a place. */
function joinedBlock(
  block: PointBlock,
  number: number,
  { extra, lostWaveforms }: Sources,
  lostParts: LostParts,
): PointBlock {
  const part = extra.parts[number]!;
  lostParts.addFields(part.lost, block.count);
  dropWaveforms(block, lostWaveforms[number]!, lostParts);
  lostParts.see(block);
  if (extra.bytes === 0) return block;
  return { ...block, extra: recodeExtra(block.extra, block.count, part, extra) };
}

/** Drops the packets whose descriptor has no place. */
function dropWaveforms(
  { count, waveforms }: PointBlock,
  lost: ReadonlySet<number>,
  lostParts: LostParts,
): void {
  if (waveforms === undefined || lost.size === 0) return;
  const { bytes, first, stride, length } = waveforms;
  for (let point = 0, at = first; point < count; point += 1, at += stride) {
    if (!lost.has(bytes[at]!)) continue;
    bytes.fill(0, at, at + length);
    lostParts.add("waveformsLost", 1);
  }
}

/** Rounds coordinates to the steps of the files, so that statements on a tile hold for its file. */
function onSteps({ x, y, count }: PointBlock, { scale, offset }: LasSettings): void {
  for (let at = 0; at < count; at += 1) {
    x[at] = Math.round((x[at]! - offset[0]) / scale[0]) * scale[0] + offset[0];
    y[at] = Math.round((y[at]! - offset[1]) / scale[1]) * scale[1] + offset[1];
  }
}
