export { type AreaRing, bitsOf, type Cell, cellsWithin, CoverageGrid } from "./coverage-grid.ts";
export { areaOf, outlines, type Polygon, type Ring } from "./outline.ts";
export * from "./tile-key.ts";
export * from "./void-share.ts";
