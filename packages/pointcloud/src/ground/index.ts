export { classifyPoints } from "./classify-points.ts";
export { HighestPoints } from "./highest-points.ts";
export { radiusOf, type SmrfSettings } from "./provisional-terrain.ts";
export { cellsToFilter, TerrainModel } from "./terrain-model.ts";
