export { hasAreas, inAreaOf } from "./areas.ts";
export { featureParts, partPositions } from "./feature-parts.ts";
export { type Extent, featureExtent, featureExtents, wholeExtent } from "./extent.ts";
export {
  following,
  GeometryBuilder,
  type GeometryBounds,
  type Misplaced,
  onMap,
  USUAL_BOUNDS,
} from "./geometry-builder.ts";
export {
  AREA,
  COLLECTION,
  type FeatureKind,
  LINE,
  type PartKind,
  type PlanGeometry,
  POINT,
} from "./plan-geometry.ts";
export { inRing, signedArea } from "./rings.ts";
export { passesFilter, type PlanFilter } from "./plan-filter.ts";
export type { LayerSource, LoadedLayer, NetworkLink, PlanLayer } from "./plan-layer.ts";
export {
  latitudeOf,
  longitudeOf,
  mercatorX,
  mercatorY,
  toWebMercator,
  wrapped,
} from "./web-mercator.ts";
