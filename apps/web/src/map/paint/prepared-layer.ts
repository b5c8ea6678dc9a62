import { type Extent, featureExtents, type PlanGeometry, wholeExtent } from "@swath/plan/model";

/** A geometry with the extents of its features, which are asked for with every picture. */
export interface PreparedGeometry {
  readonly geometry: PlanGeometry;
  /** Four numbers a feature, in metres of EPSG:3857. */
  readonly extents: Float64Array;
  /** Undefined where there is no feature. */
  readonly extent: Extent | undefined;
}

export function prepare(geometry: PlanGeometry): PreparedGeometry {
  return { geometry, extents: featureExtents(geometry), extent: wholeExtent([geometry]) };
}
