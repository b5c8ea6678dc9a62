import { join } from "node:path";
import type { LasSettings } from "@swath/pointcloud/las";
import type { Extent } from "@swath/pointcloud/raster";
import { z } from "zod";
import { extentInDegrees, Geoids } from "../../coordinates/geoids.ts";
import { readJson } from "../../files/write-outputs.ts";
import { headSchema, openHead } from "../../points/cloud-cover.ts";
import { joinClouds, type JoinedClouds } from "../../points/joined-clouds.ts";
import type { PointFile } from "../../points/point-file.ts";
import {
  type Conversion,
  conversionFrom,
  type DeliverySystem,
  statedHeights,
} from "./delivery-system.ts";

/** Steps of coordinates that were converted, m. */
const STEP = 0.001;

/** What stands beside the list of a delivery's tasks. */
export const SOURCES_FILE = "sources.json";

const extentSchema = z.object({
  minX: z.number(),
  minY: z.number(),
  maxX: z.number(),
  maxY: z.number(),
});

/** `sources.json`: the heads of all files, which each tile's settings follow; tiles; the day of the delivery. */
const sourcesFileSchema = z.strictObject({
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

export const readSources = (folder: string): Promise<SourcesFile> =>
  readJson(join(folder, SOURCES_FILE), sourcesFileSchema);

/** The files of a delivery, and what the files made from them have in common. */
export interface Sources extends JoinedClouds {
  /** Of the file of a tile. */
  readonly settingsOf: (tile: Extent) => LasSettings;
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
  const stated = files.map(({ las }) => statedHeights(las));
  const { source, units } = delivery;
  const bounds = boundsOf(files, units.horizontal / source.unit);
  const geoids = new Geoids(grids, extentInDegrees(source, bounds));
  const conversions: (Conversion | undefined)[] = [];
  for (const each of stated) conversions.push(await conversionFrom(each, delivery, geoids));
  const stands = conversions.every((each) => each === undefined);
  const joined = joinClouds(files, stands ? undefined : STEP);
  return {
    ...joined,
    settingsOf: ({ minX, minY }) => ({
      ...joined.settingsAt(minX, minY),
      records: [delivery.record],
      created: new Date(created),
    }),
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
