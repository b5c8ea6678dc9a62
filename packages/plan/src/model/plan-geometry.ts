/** Kinds of features and of their parts. */
export const POINT = 0;
export const LINE = 1;
export const AREA = 2;
/** A feature with parts of several kinds (a MultiGeometry of KML); no part is one. */
export const COLLECTION = 3;
export type FeatureKind = typeof POINT | typeof LINE | typeof AREA | typeof COLLECTION;
export type PartKind = typeof POINT | typeof LINE | typeof AREA;

/**
 * Features of a drawing as flat arrays, so that 50,000 of them cross from a worker without a copy.
 * Feature `i` has the parts `partStarts[i]` to `partStarts[i + 1]`, one at least; part `p` (one point,
 * one line, one ring) has the positions `positionStarts[p]` to `positionStarts[p + 1]`, one at least.
 * Rings are closed: outer ones run counter-clockwise, and each is followed by its holes, clockwise.
 */
export interface PlanGeometry {
  /** {@link FeatureKind} of each feature. */
  readonly kinds: Uint8Array<ArrayBuffer>;
  readonly names: readonly string[];
  /** Folder path in the file of each feature (`Block A/East`), `""` where it stands in none. */
  readonly folders: readonly string[];
  /** One more than there are features. */
  readonly partStarts: Uint32Array<ArrayBuffer>;
  /** {@link PartKind} of each part. */
  readonly partKinds: Uint8Array<ArrayBuffer>;
  /** One more than there are parts. */
  readonly positionStarts: Uint32Array<ArrayBuffer>;
  /** EPSG:3857, metres: x and y in turn. A line across 180° goes on beyond the edge of the world. */
  readonly positions: Float64Array<ArrayBuffer>;
}
