export * from "./kml.ts";
export * from "./shapefile.ts";
export * from "./zip-file.ts";
