export * from "./kml.ts";
