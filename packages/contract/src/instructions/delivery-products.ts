import { z } from "zod";

/** Most cells of a raster of one tile: the longer of its sides over the cell, squared. */
const MOST_TILE_CELLS = 16_000_000;

const cell = z.number().min(0.1).max(100);

/** Most cells of a boundary of one tile. */
const MOST_BOUNDARY_CELLS = 1_000_000;
/** Most cells of a product of one tile. */
export const mostCells = (product: Exclude<Product, { type: "pointCloud" }>): number =>
  product.type === "vector" && product.feature === "boundary"
    ? MOST_BOUNDARY_CELLS
    : MOST_TILE_CELLS;

/** Formats of points: LAS, compressed as LAZ, or with an octree by which parts are read, as COPC. */
export const POINT_FORMATS = ["las", "laz", "copc"] as const;
/** Formats of vectors: a GeoPackage, or a shapefile in a ZIP, as GDAL reads `.shp.zip`. */
export const VECTOR_FORMATS = ["gpkg", "shp.zip"] as const;
const vectorFormat = z.enum(VECTOR_FORMATS).default("gpkg");

/** What may be delivered of each tile. */
export const productSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("pointCloud"),
    format: z.enum(POINT_FORMATS),
    /** All points, or those of the ground (class 2). */
    points: z.enum(["all", "ground"]).default("all"),
  }),
  z.strictObject({
    type: z.literal("raster"),
    /**
     * Terrain by ground points, surface by highest first returns, relief of the terrain, mean intensity
     * of first returns.
     */
    model: z.enum(["dtm", "dsm", "hillshade", "intensity"]),
    format: z.literal("tif").default("tif"),
    /** Side of a cell, m. */
    cell,
  }),
  z.discriminatedUnion("feature", [
    z.strictObject({
      type: z.literal("vector"),
      feature: z.literal("contours"),
      format: vectorFormat,
      /** Height between two contours, m. */
      interval: z.number().min(0.05).max(1_000),
      /** Side of a cell of the terrain that they are drawn by, m. */
      cell: cell.default(1),
    }),
    z.strictObject({
      type: z.literal("vector"),
      /** The area that a tile's points cover. */
      feature: z.literal("boundary"),
      format: vectorFormat,
      /** Side of the cells that it is drawn around, m. */
      cell: cell.min(1).default(5),
    }),
  ]),
]);
export type Product = z.output<typeof productSchema>;

/** What a product's files are called after their tile: `points`, `dtm_0.5m`, `contours_1m`. */
export function productName(product: Product): string {
  if (product.type === "pointCloud") return product.points === "all" ? "points" : "ground";
  if (product.type === "raster") return `${product.model}_${product.cell}m`;
  if (product.feature === "boundary") return `boundary_${product.cell}m`;
  const of = product.cell === 1 ? "" : `_${product.cell}m`;
  return `contours_${product.interval}m${of}`;
}

/** Where a product of a tile stands in its delivery: in a folder of the product. */
export function productPath(product: Product, tile: string): string {
  const name = productName(product);
  const suffix = product.format === "copc" ? "copc.laz" : product.format;
  return `${name}/${tile}_${name}.${suffix}`;
}

const MOST_PRODUCTS = 20;

/** The products of an instruction, no two of one name. */
export const productsSchema = z
  .array(productSchema)
  .min(1)
  .max(MOST_PRODUCTS)
  .refine(
    (products) => new Set(products.map((each) => productPath(each, ""))).size === products.length,
    "must differ: two would have the same files",
  );
