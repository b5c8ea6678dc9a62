export { type AreaRing, type Cell, cellsWithin, CoverageGrid } from "./coverage-grid.ts";
export { LowestHeights, TILE_SIDE, type Window } from "./height-tiles.ts";
export { outlines, type Polygon, type Ring } from "./outline.ts";
export * from "./void-share.ts";
