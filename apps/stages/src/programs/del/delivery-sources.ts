import { join } from "node:path";
import {
  copySettings,
  holdingFormat,
  joinExtraBytes,
  type JoinedExtraBytes,
  joinRecords,
  type LasSettings,
  tooLongRecords,
} from "@swath/pointcloud/las";
import type { Triple } from "@swath/pointcloud/points";
import type { Extent } from "@swath/pointcloud/raster";
import { z } from "zod";
import { extentInDegrees, Geoids } from "../../coordinates/geoids.ts";
import { readJson } from "../../files/write-outputs.ts";
import { headSchema, openHead } from "../../points/cloud-cover.ts";
import type { PointFile } from "../../points/point-file.ts";
import { FileFault } from "../../program.ts";
import {
  type Conversion,
  conversionFrom,
  type DeliverySystem,
  statedHeights,
} from "./delivery-system.ts";

/** Steps of coordinates that were converted, m. */
const STEP = 0.001;
const ROUND = 1_000;

/** What stands beside the list of a delivery's tasks. */
export const SOURCES_FILE = "sources.json";

const extentSchema = z.object({
  minX: z.number(),
  minY: z.number(),
  maxX: z.number(),
  maxY: z.number(),
});

/** `sources.json`: the heads of all files, which each tile's settings follow; tiles; the day of the delivery. */
export const sourcesFileSchema = z.strictObject({
  version: z.literal(1),
  created: z.iso.datetime(),
  files: z.array(z.strictObject({ file: z.string(), head: headSchema })),
  tiles: z.array(
    z.strictObject({
      task: z.string(),
      name: z.string(),
      extent: extentSchema,
      /** Where points of it and its collar may lie, in the units of the files. */
      box: extentSchema,
    }),
  ),
});
export type SourcesFile = z.infer<typeof sourcesFileSchema>;
export type PlannedTile = SourcesFile["tiles"][number];

export const readSources = (folder: string): Promise<SourcesFile> =>
  readJson(join(folder, SOURCES_FILE), sourcesFileSchema);

/** The files of a delivery, and the settings of the files made from them. */
export interface Sources {
  readonly files: readonly PointFile[];
  /** Of a tile's file: where steps change, coordinates are counted from near its corner. */
  readonly settingsOf: (tile: Extent) => LasSettings;
  readonly pointFormat: LasSettings["pointFormat"];
  readonly points: number;
  /** Extra bytes that the files share, and those without a place. */
  readonly extra: JoinedExtraBytes;
  readonly lostWaveforms: readonly ReadonlySet<number>[];
  readonly lostRecords: number;
  /** Files whose heights name no system: they are taken for the instruction's. */
  readonly withoutHeights: number;
  /** Of each file; undefined where its points stand in the delivery's systems. */
  readonly conversions: readonly (Conversion | undefined)[];
  /** The files of the geoids by which heights are converted. */
  readonly geoids: readonly string[];
}

/** Opens the classified files by their heads, and the geoids that their heights need. */
export async function openSources(
  folder: string,
  { files: heads, created }: Pick<SourcesFile, "files" | "created">,
  { delivery, grids }: { readonly delivery: DeliverySystem; readonly grids: readonly string[] },
): Promise<Sources> {
  const files: PointFile[] = [];
  for (const head of heads) files.push(await openHead(folder, head));
  const clouds = files.map(({ las }) => las);
  const stated = clouds.map(statedHeights);
  const { source, units } = delivery;
  const bounds = boundsOf(files, units.horizontal / source.unit);
  const geoids = new Geoids(grids, extentInDegrees(source, bounds));
  const conversions: (Conversion | undefined)[] = [];
  for (const each of stated) conversions.push(await conversionFrom(each, delivery, geoids));
  const stands = conversions.every((each) => each === undefined);
  const { settings, keepsSteps } = commonSettings(files, stands);
  const extra = joinExtraBytes(clouds);
  const joined = joinRecords(clouds.map(({ records }) => records));
  const common: LasSettings = {
    ...settings,
    records: [delivery.record],
    otherRecords: [...(extra.record === undefined ? [] : [extra.record]), ...joined.records],
    extraBytes: extra.bytes,
    ...(isOneProject(files) ? {} : { projectId: new Uint8Array(16) }),
    fileSourceId: 0,
    created: new Date(created),
  };
  return {
    files,
    settingsOf: ({ minX, minY }) =>
      keepsSteps ? common : { ...common, offset: [near(minX), near(minY), 0] },
    pointFormat: common.pointFormat,
    points: clouds.reduce((sum, { header }) => sum + header.pointCount, 0),
    extra,
    lostWaveforms: joined.lostWaveforms,
    lostRecords: clouds.reduce(
      (sum, { records, unreadRecords }) => sum + tooLongRecords(records) + unreadRecords,
      joined.lost,
    ),
    withoutHeights: stated.filter((each) => each === null).length,
    conversions,
    geoids: await geoids.names(),
  };
}

const near = (place: number): number => Math.floor(place / ROUND) * ROUND;

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
function commonSettings(
  files: readonly PointFile[],
  stands: boolean,
): { readonly settings: LasSettings; readonly keepsSteps: boolean } {
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
