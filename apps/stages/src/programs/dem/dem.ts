import { PLACES_FILE } from "@swath/contract/processing";
import {
  contours,
  cropRaster,
  findRoof,
  hillshade,
  type Raster,
  rasterShape,
  trimRaster,
  writeCog,
} from "@swath/pointcloud/raster";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { deflateSync } from "node:zlib";
import { z } from "zod";
import type { MetricScale } from "../../coordinates/cloud-system.ts";
import { scaleOfIndex } from "../../coordinates/check-system.ts";
import { filesBelow } from "../../files/file-bytes.ts";
import {
  count,
  readJson,
  share,
  writeJson,
  writeMeasures,
  writePreview,
} from "../../files/write-outputs.ts";
import { type IndexFile, indexFileSchema } from "../../points/index-file.ts";
import { FileFault, program } from "../../program.ts";
import { largestProfile, profileName, profilePicture, readProfile } from "./profile.ts";
import { contourPackage, joinReliefs, reliefPicture, tilePlaces, writeRelief } from "./relief.ts";
import { fittingCell, grown, readSurfaces, readTiles, type Surfaces, type Tile } from "./tile.ts";

/** Points around a tile by which it is made as in one piece: terrain is filled from so far away, m. */
const COLLAR = 40;
const FOOT = 0.3048;
const FOOT_CODE = 9_002;
const SURVEY_FOOT_CODE = 9_003;

const optionsSchema = z.strictObject({
  /** Folder of classified points, list of tiles, and the tile of this task. */
  points: z.string(),
  tiles: z.string(),
  tile: z.string(),
  index: z.string(),
  out: z.string(),
  /** Side of a cell and interval of contours, m. */
  cell: z.coerce.number().min(0.1).max(100).default(1),
  interval: z.coerce.number().min(0.05).max(1_000).default(1),
  /** How far from ground points the terrain is filled, m. */
  reach: z.coerce.number().min(0).max(1_000).default(40),
});

/** Terrain and surface model, relief and contours of a tile, and a profile across its largest roof. */
export const dem = program(optionsSchema, async (options, output) => {
  const index = await readJson(options.index, indexFileSchema);
  const { crs } = index;
  const scale = scaleOfIndex(index);
  const tile = (await readTiles(options.tiles)).find(({ name }) => name === options.tile);
  if (tile === undefined) throw new FileFault(options.tile, "is not in the list of tiles");
  const { out, points, reach } = options;
  const extent = grown(tile.extent, COLLAR / scale.y);
  const cell = fittingCell(extent, options.cell / scale.y);
  const metres = cell * scale.y;
  await mkdir(out, { recursive: true });
  const surfaces = await readSurfaces(
    tile.files,
    { folder: points, extent, own: tile.extent, box: tile.box, cell, reach: reach / metres },
    (part) => output.progress(0.8 * part),
  );
  await writeRasters(surfaces, tile, { crs, scale }, out);
  // One cell more to the east and the south: contours of neighbours meet.
  const joined = { ...tile.extent, maxX: tile.extent.maxX + cell, minY: tile.extent.minY - cell };
  const lines = contours(cropRaster(surfaces.terrain, joined), options.interval / scale.z);
  await writeFile(join(out, `contours_${tile.name}.gpkg`), contourPackage(lines, crs));
  const { surface, terrain, ground } = surfaces;
  const roof = findRoof(surface, terrain, ground, metres, scale.z);
  if (roof !== undefined) {
    const profile = await readProfile(tile, points, roof, scale);
    const name = profileName(tile.name, roof.area);
    await writePreview(out, name, (size) => profilePicture(profile, size));
  }
  const { groundPoints, covered, filled, empty } = surfaces;
  const underRoofs = "Terrain between ground points (under roofs and trees)";
  await writeMeasures(out, [
    count("groundPoints", "Ground points", groundPoints),
    share("filledCells", underRoofs, filled, covered),
    { ...share("emptyCells", "Surveyed cells without terrain", empty, covered), most: 1 },
  ]);
  output.progress(1);
});

async function writeRasters(
  { terrain, surface, covered, empty }: Surfaces,
  { name, extent }: Tile,
  { crs, scale }: { crs: IndexFile["crs"]; scale: MetricScale },
  out: string,
): Promise<void> {
  const shade = new Float32Array(hillshade(terrain, scale.z / scale.y));
  for (const [at, light] of shade.entries()) if (light === 0) shade[at] = Number.NaN;
  const shape = rasterShape(extent, terrain.cell);
  const relief = cropRaster({ ...terrain, values: shade }, extent);
  const system = { ...crs, ...heightUnit(crs.verticalUnit) };
  const write = (kind: string, samples: Float32Array | Uint8Array): Promise<void> =>
    writeFile(join(out, `${kind}_${name}.tif`), writeCog(shape, samples, system, deflateSync));
  await write("dtm", cropRaster(terrain, extent).values);
  await write("dsm", cropRaster(surface, extent).values);
  await write("hillshade", bytesOf(relief));
  await writeRelief(join(out, `relief_${name}.png`), relief, (100 * empty) / covered);
}

/** Shades of 1 to 255; typed arrays make 0 of NaN. */
const bytesOf = ({ values }: Raster): Uint8Array => new Uint8Array(values);

function heightUnit(metres: number): { heightUnit?: number } {
  if (metres === 1) return {};
  return { heightUnit: metres === FOOT ? FOOT_CODE : SURVEY_FOOT_CODE };
}

const collectSchema = z.strictObject({
  /** Folder of what the tasks wrote. */
  done: z.string(),
  tiles: z.string(),
  index: z.string(),
  out: z.string(),
});

/** Of all tiles: what share of each is empty, their relief as one map, and the profile across the largest roof. */
export const demCollect = program(collectSchema, async ({ done, tiles, out, ...options }) => {
  const index = await readJson(options.index, indexFileSchema);
  const scale = scaleOfIndex(index);
  const files = await filesBelow(done);
  const pathOf = (name: string): string | undefined =>
    files.find((file) => basename(file) === name);
  const pieces = (await readTiles(tiles)).flatMap(({ name, extent }) => {
    const path = pathOf(`relief_${name}.png`);
    return path === undefined ? [] : [{ name, path: join(done, path), extent }];
  });
  if (pieces.length === 0) return;
  const joined = await joinReliefs(pieces);
  await writeJson(join(out, PLACES_FILE), [tilePlaces(joined.empty, scale)]);
  const relief = trimRaster(joined.relief);
  if (relief === undefined) return;
  await writePreview(out, "relief.svg", (size) => reliefPicture(relief, size, scale.y));
  const profile = largestProfile(files);
  if (profile !== undefined) await copyFile(join(done, profile), join(out, "profile.svg"));
});
