export * from "./density-grid.ts";
export * from "./line-comparison.ts";
export * from "./vertical-accuracy.ts";
