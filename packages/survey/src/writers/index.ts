export * from "./kml.ts";
export * from "./shapes-file.ts";
export * from "./table-file.ts";
