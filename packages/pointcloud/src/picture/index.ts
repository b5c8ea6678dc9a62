export * from "./chart-picture.ts";
export * from "./colors.ts";
export * from "./picture.ts";
export * from "./map-picture.ts";
