export {
  following,
  GeometryBuilder,
  type GeometryBounds,
  type Misplaced,
  onMap,
  USUAL_BOUNDS,
} from "./geometry-builder.ts";
export * from "./plan-geometry.ts";
export { hasAreas, inAreaOf, inRing, signedArea } from "./rings.ts";
export * from "./web-mercator.ts";
