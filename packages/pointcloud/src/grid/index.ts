export { type Cell, CoverageGrid } from "./coverage-grid.ts";
export { outlines, type Polygon, type Ring } from "./outline.ts";
export { voidShare } from "./void-share.ts";
