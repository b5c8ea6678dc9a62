export * from "./kml.ts";
export * from "./shapefile.ts";
