export { HighestPoints } from "./highest-points.ts";
export { radiusOf, type SmrfSettings } from "./provisional-terrain.ts";
export { cellsToFilter, classifyPoints, TerrainModel } from "./terrain-model.ts";
