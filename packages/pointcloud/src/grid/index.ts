export {
  type AreaRing,
  type Cell,
  cellsWithin,
  COVERAGE_TILE_BYTES,
  CoverageGrid,
} from "./coverage-grid.ts";
export { areaOf, outlines, type Polygon, type Ring } from "./outline.ts";
export * from "./tile-key.ts";
export * from "./void-share.ts";
