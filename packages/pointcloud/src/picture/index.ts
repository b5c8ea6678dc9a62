export * from "./chart-picture.ts";
export * from "./colors.ts";
export * from "./escape-xml.ts";
export * from "./map-picture.ts";
export * from "./picture.ts";
