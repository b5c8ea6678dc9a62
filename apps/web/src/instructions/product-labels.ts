import type { Product } from "@swath/contract/instructions";

/** What can be delivered, as people choose it. */
export const PRODUCT_KINDS = {
  pointCloud: "Point cloud",
  dtm: "Terrain model (DTM)",
  dsm: "Surface model (DSM)",
  hillshade: "Relief (hillshade)",
  intensity: "Intensity image",
  contours: "Contours",
  boundary: "Boundary of the points",
} as const;
export type ProductKind = keyof typeof PRODUCT_KINDS;

/** The same where there is little space. */
export const SHORT_KINDS: Readonly<Record<ProductKind, string>> = {
  pointCloud: "Point cloud",
  dtm: "DTM",
  dsm: "DSM",
  hillshade: "Relief",
  intensity: "Intensity",
  contours: "Contours",
  boundary: "Boundary",
};

export function kindOf(product: Product): ProductKind {
  if (product.type === "pointCloud") return "pointCloud";
  return product.type === "raster" ? product.model : product.feature;
}

export const FORMATS = { las: "LAS 1.4", laz: "LAZ 1.4", copc: "COPC 1.0 (LAZ)" } as const;
export const VECTORS = { gpkg: "GeoPackage", "shp.zip": "Shapefile (ZIP)" } as const;
export const POINTS = { all: "All points", ground: "Ground (class 2)" } as const;

/** The format of a product's files. */
export function formatOf(product: Product): string {
  if (product.type === "pointCloud") return FORMATS[product.format];
  return product.type === "raster" ? "GeoTIFF (COG)" : VECTORS[product.format];
}

/** A product's settings in words. */
export function settingsOf(product: Product): string {
  if (product.type === "pointCloud") return POINTS[product.points];
  if (product.type === "raster" || product.feature === "boundary") return `Cell ${product.cell} m`;
  return `Every ${product.interval} m, cell ${product.cell} m`;
}
