import { type Triple } from "@swath/pointcloud/points";
import { join } from "node:path";
import { MOST_TILES } from "@swath/contract/instructions";
import {
  copySettings,
  holdingFormat,
  joinExtraBytes,
  type JoinedExtraBytes,
  joinRecords,
  type LasSettings,
  recodeExtra,
} from "@swath/pointcloud/las";
import type { PointBlock } from "@swath/pointcloud/points";
import { isWithin } from "@swath/pointcloud/raster";
import { extentInDegrees, Geoids } from "../../coordinates/geoids.ts";
import { LostParts } from "../../points/lost-parts.ts";
import { openPoints, type PointFile, readPoints } from "../../points/point-file.ts";
import { FileFault } from "../../program.ts";
import {
  type Conversion,
  conversionFrom,
  type DeliverySystem,
  statedHeights,
} from "./delivery-system.ts";
import { type TileFinder, tooMany } from "./tile-finder.ts";
import type { TileSpool } from "./tile-spool.ts";

/** Steps of coordinates that were converted, m. */
const STEP = 0.001;
const ROUND = 1_000;

/** The files of a delivery, and the settings of the files made from them. */
export interface Sources {
  readonly files: readonly PointFile[];
  readonly settings: LasSettings;
  /** Whether coordinates stay as they are, to the step; else they are counted from near the first point. */
  readonly keepsSteps: boolean;
  readonly points: number;
  /** Extra bytes that the files share, and those without a place. */
  readonly extra: JoinedExtraBytes;
  readonly lostWaveforms: readonly ReadonlySet<number>[];
  readonly lostParts: LostParts;
  /** Files whose heights name no system: they are taken for the instruction's. */
  readonly withoutHeights: number;
  /** Of each file; undefined where its points stand in the delivery's systems. */
  readonly conversions: readonly (Conversion | undefined)[];
  /** The files of the geoids by which heights are converted. */
  readonly geoids: readonly string[];
}

/** Opens the classified files, and the geoids that their heights need. */
export async function openSources(
  folder: string,
  paths: readonly string[],
  { delivery, grids }: { readonly delivery: DeliverySystem; readonly grids: readonly string[] },
): Promise<Sources> {
  const files: PointFile[] = [];
  for (const path of paths) files.push(await openPoints(join(folder, path)));
  const stated = files.map(({ las }) => statedHeights(las));
  const { source, units } = delivery;
  const bounds = boundsOf(files, units.horizontal / source.unit);
  const geoids = new Geoids(grids, extentInDegrees(source, bounds));
  const conversions: (Conversion | undefined)[] = [];
  for (const each of stated) conversions.push(await conversionFrom(each, delivery, geoids));
  const stands = conversions.every((each) => each === undefined);
  const { settings, keepsSteps } = settingsOf(files, stands);
  const points = files.reduce((sum, { las }) => sum + las.header.pointCount, 0);
  const extra = joinExtraBytes(files.map(({ las }) => las));
  const joined = joinRecords(files.map(({ las }) => las.records));
  const lostParts = new LostParts(files.map(({ las }) => las));
  lostParts.add("recordsLost", joined.lost);
  return {
    files,
    settings: {
      ...settings,
      records: [delivery.record],
      otherRecords: [...(extra.record === undefined ? [] : [extra.record]), ...joined.records],
      extraBytes: extra.bytes,
      ...(isOneProject(files) ? {} : { projectId: new Uint8Array(16) }),
      fileSourceId: 0,
      created: new Date(),
    },
    extra,
    lostWaveforms: joined.lostWaveforms,
    lostParts,
    keepsSteps,
    points,
    withoutHeights: stated.filter((each) => each === null).length,
    conversions,
    geoids: await geoids.names(),
  };
}

/** Bounds of the points of all files, times a factor. */
function boundsOf(files: readonly PointFile[], factor: number) {
  const bounds = files
    .filter(({ las }) => las.header.pointCount > 0)
    .map(({ las }) => las.header.bounds);
  const of = (side: "min" | "max") =>
    [0, 1].map((axis) => Math[side](...bounds.map((each) => each[side][axis]! * factor)));
  return { min: of("min"), max: of("max") };
}

const isOneProject = (files: readonly PointFile[]): boolean =>
  new Set(files.map(({ las }) => las.projectId.join())).size === 1;

const isEqual = (one: Triple, other: Triple): boolean =>
  one.every((value, axis) => value === other[axis]);

/** What all files of points have in common: the fullest format, the finest steps. */
function settingsOf(
  files: readonly PointFile[],
  stands: boolean,
): Pick<Sources, "settings" | "keepsSteps"> {
  const all = files.map(({ las }) => copySettings(las));
  const [first] = all;
  if (first === undefined) throw new FileFault("points", "holds no LAS or LAZ file");
  const other = all.findIndex(({ standardTime }) => standardTime !== first.standardTime);
  if (other >= 0)
    throw new FileFault(files[other]!.name, "counts GPS time otherwise than the other files");
  const pointFormat = holdingFormat(files.map(({ las }) => las.header.pointFormat));
  const isSame = all.every(
    ({ scale, offset }) => isEqual(scale, first.scale) && isEqual(offset, first.offset),
  );
  if (stands && isSame) return { settings: { ...first, pointFormat }, keepsSteps: true };
  const finest = (axis: 0 | 1 | 2): number =>
    stands ? Math.min(...all.map(({ scale }) => Math.abs(scale[axis]))) : STEP;
  const scale = [finest(0), finest(1), finest(2)] as const;
  return { settings: { ...first, pointFormat, scale }, keepsSteps: false };
}

const near = (place: number): number => Math.floor(place / ROUND) * ROUND;

/** Moves the offset of coordinates near the first point, so that 32 bits reach far around it. */
function withOffset(settings: LasSettings, { x, y }: PointBlock): LasSettings {
  return { ...settings, offset: [near(x[0]!), near(y[0]!), 0] };
}

export interface Split {
  /** Numbers of the tiles with points of their own. */
  readonly tiles: readonly number[];
  readonly own: TileSpool;
  /** Points around tiles, for their rasters. */
  readonly collar: TileSpool;
  /** Points that lie in a tile, counted once for each, and in none. */
  readonly inTiles: number;
  readonly inNone: number;
  readonly settings: LasSettings;
}

interface Splitting {
  readonly finder: TileFinder;
  readonly spools: (settings: LasSettings) => Pick<Split, "own" | "collar">;
  /** Sees each block, in the delivery's system. */
  readonly see: (block: PointBlock) => void;
  readonly progress: (share: number) => void;
}

/** Reads every point once and takes it to the tiles that it lies in, or near. */
export async function splitPoints(
  { files, settings, keepsSteps, points, conversions, ...sources }: Sources,
  { finder, spools, see, progress }: Splitting,
): Promise<Split> {
  let made: (Pick<Split, "own" | "collar"> & { settings: LasSettings }) | undefined;
  const tiles = new Set<number>();
  let [done, inTiles, inNone] = [0, 0, 0];
  for (const [index, file] of files.entries())
    await readPoints(file, async (read) => {
      const block = joinedBlock(read, index, sources);
      conversions[index]?.(block);
      made ??= begin(keepsSteps ? settings : withOffset(settings, block));
      const { own, collar, settings: written } = made;
      onSteps(block, written);
      see(block);
      for (let at = 0; at < block.count; at += 1) {
        const [x, y] = [block.x[at]!, block.y[at]!];
        let inside = 0;
        for (const number of finder.near(x, y)) {
          const isOwn = isWithin(finder.tiles[number]!.extent, x, y);
          if (isOwn) {
            inside += 1;
            tiles.add(number);
          }
          const room = (isOwn ? own : collar).add(number, block, at);
          if (room !== undefined) await room;
        }
        inTiles += inside;
        if (inside === 0) inNone += 1;
      }
      if (tiles.size > MOST_TILES) throw tooMany();
      progress((done += block.count) / points);
    });
  if (made === undefined) throw new FileFault("points", "holds no points");
  await made.own.end();
  await made.collar.end();
  return { ...made, tiles: [...tiles], inTiles, inNone };

  function begin(written: LasSettings) {
    return { ...spools(written), settings: written };
  }
}

/** A block of a file in the joined layout; counts values without a place. */
function joinedBlock(
  block: PointBlock,
  number: number,
  { extra, lostWaveforms, lostParts }: Pick<Sources, "extra" | "lostWaveforms" | "lostParts">,
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
