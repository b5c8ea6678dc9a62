export * from "./cog.ts";
export * from "./contours.ts";
export * from "./fill-voids.ts";
export * from "./find-roof.ts";
export * from "./raster.ts";
export * from "./surface-grids.ts";
export { geotiffPlace, type GeotiffPlace, type RasterCrs } from "./geotiff-tags.ts";
