export { classifyPoints } from "./classify-points.ts";
export { CrowdedBoxes } from "./crowded-boxes.ts";
export { LowestPoints } from "./lowest-points.ts";
export type { GroundSettings } from "./surface-of-cells.ts";
export { cellsToSee, TerrainModel } from "./terrain-model.ts";
