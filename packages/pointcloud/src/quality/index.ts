export * from "./density-grid.ts";
export * from "./line-comparison.ts";
