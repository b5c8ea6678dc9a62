import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { type Product, productPath } from "@swath/contract/instructions";
import { type LasSettings, writtenParts } from "@swath/pointcloud/las";
import { CLASS, newBlock, type PointBlock } from "@swath/pointcloud/points";
import {
  type Contour,
  contours,
  cropRaster,
  type Extent,
  hillshade,
  type Raster,
  writeCog,
} from "@swath/pointcloud/raster";
import { copyPoint } from "../../points/copy-point.ts";
import { openPoints, readPoints } from "../../points/point-file.ts";
import { writePointFile } from "../../points/write-points.ts";
import { zippedShapefile } from "../../files/shapefile.ts";
import { contourPackage, heightOf } from "../dem/relief.ts";
import type { DeliverySystem } from "./delivery-system.ts";
import type { DeliveryTile } from "./delivery-tiles.ts";
import { boundaryPackage, boundaryShapefile, tileBoundary, tileIntensity } from "./tile-cover.ts";
import { type TileSurfaces, tileSurfaces } from "./tile-surfaces.ts";

/** A tile and the sources of its products. */
export interface TileWork {
  readonly tile: DeliveryTile;
  /** Its points, and a file of those around it where there are any. */
  readonly own: string;
  readonly around: string | undefined;
  readonly settings: LasSettings;
  readonly delivery: DeliverySystem;
  readonly collar: number;
  readonly reach: number;
  /** Folders of work and of products. */
  readonly work: string;
  readonly out: string;
}

type PointProduct = Extract<Product, { type: "pointCloud" }>;
type CoverProduct = Extract<Product, { model: "intensity" } | { feature: "boundary" }>;
type GridProduct = Exclude<Product, PointProduct | CoverProduct>;

/** Whether it is drawn by a terrain or surface model. */
const isOfSurfaces = (product: Exclude<Product, PointProduct>): product is GridProduct =>
  product.type === "raster" ? product.model !== "intensity" : product.feature !== "boundary";

/** Makes the products of a tile. */
export async function makeProducts(work: TileWork, products: readonly Product[]): Promise<void> {
  const grids = products.filter((product) => product.type !== "pointCloud");
  const surfaces = grids.filter(isOfSurfaces);
  for (const product of grids) {
    if (isOfSurfaces(product)) continue;
    await writeFile(await placeOf(work, product), await coverBytes(work, product));
  }
  for (const [cell, of] of Map.groupBy(surfaces, (product) => product.cell))
    await writeGrids(work, cell, of);
  for (const product of products)
    if (product.type === "pointCloud") await writePoints(work, product);
}

async function placeOf({ tile, out }: TileWork, product: Product): Promise<string> {
  const path = join(out, productPath(product, tile.name));
  await mkdir(dirname(path), { recursive: true });
  return path;
}

async function writePoints(work: TileWork, product: PointProduct): Promise<void> {
  const path = await placeOf(work, product);
  const { own, settings } = work;
  const file = await openPoints(own);
  const copy = (append: (block: PointBlock) => Promise<void>): Promise<void> =>
    readPoints(
      file,
      product.points === "all" ? append : (block) => append(groundOf(block, settings)),
    );
  const spool = join(work.work, "octree");
  await writePointFile(path, product.format, settings, copy, spool);
}

/** The ground points of a block. */
function groundOf(block: PointBlock, settings: LasSettings): PointBlock {
  const ground = newBlock(block.count, writtenParts(settings));
  for (let at = 0; at < block.count; at += 1)
    if (block.classification[at] === CLASS.ground) copyPoint(block, at, ground);
  return ground;
}

async function writeGrids(
  work: TileWork,
  cell: number,
  products: readonly GridProduct[],
): Promise<void> {
  const { tile, collar, reach } = work;
  const files = filesOf(work);
  const surfaces = await tileSurfaces({ files, extent: tile.extent, cell, collar, reach });
  for (const product of products)
    await writeFile(await placeOf(work, product), gridBytes(work, surfaces, product));
}

const filesOf = ({ own, around }: TileWork): string[] =>
  around === undefined ? [own] : [own, around];

async function coverBytes(work: TileWork, product: CoverProduct): Promise<Uint8Array> {
  const { tile, own, delivery } = work;
  const { epsg } = delivery.crs;
  if (product.type === "vector") {
    const boundary = await tileBoundary(own, tile.extent, product.cell);
    if (product.format === "shp.zip") return boundaryShapefile(boundary, epsg);
    return boundaryPackage(boundary, delivery.crs);
  }
  const intensity = await tileIntensity(filesOf(work), tile.extent, product.cell);
  return cog(tile.extent, intensity, { epsg, heightSystem: delivery.heights?.epsg }, false);
}

function gridBytes(
  { tile: { extent }, delivery }: TileWork,
  { terrain, surface }: TileSurfaces,
  product: GridProduct,
): Uint8Array {
  const crs = { epsg: delivery.system.epsg, heightSystem: delivery.heights?.epsg };
  if (product.type === "vector") {
    // One cell more to the east and the south: contours of neighbours meet.
    const joined = {
      ...extent,
      maxX: extent.maxX + product.cell,
      minY: extent.minY - product.cell,
    };
    const lines = contours(cropRaster(terrain, joined), product.interval);
    if (product.format === "shp.zip") return contourShapefile(lines, crs.epsg);
    return contourPackage(lines, delivery.crs);
  }
  if (product.model === "hillshade")
    return cog(extent, { ...terrain, values: new Float32Array(hillshade(terrain, 1)) }, crs, true);
  return cog(extent, product.model === "dtm" ? terrain : surface, crs, false);
}

function contourShapefile(lines: readonly Contour[], epsg: number): Uint8Array {
  const layer = { name: "contours", kind: "lines", column: "height" } as const;
  const features = lines.map((contour) => ({
    paths: [Float64Array.from(contour.line)],
    value: heightOf(contour),
  }));
  return zippedShapefile(layer, features, epsg);
}

/** Heights and intensities as floats with NaN, or shades of 1 to 255 with 0, where there is no value. */
function cog(
  extent: Extent,
  raster: Raster,
  crs: { readonly epsg: number; readonly heightSystem: number | undefined },
  isShade: boolean,
): Uint8Array {
  const { values, ...shape } = cropRaster(raster, extent);
  return writeCog(shape, isShade ? new Uint8Array(values) : values, crs, deflateSync);
}
