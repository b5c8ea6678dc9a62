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

/** Numbers of a feature's parts. */
export function* featureParts({ partStarts }: PlanGeometry, feature: number): Generator<number> {
  const end = partStarts[feature + 1] ?? 0;
  for (let part = partStarts[feature] ?? 0; part < end; part++) yield part;
}

/** Positions of a part: a view of the geometry's own, x and y in turn. */
export function partPositions(geometry: PlanGeometry, part: number): Float64Array<ArrayBuffer> {
  const { positionStarts, positions } = geometry;
  return positions.subarray((positionStarts[part] ?? 0) * 2, (positionStarts[part + 1] ?? 0) * 2);
}

/** A box in EPSG:3857, metres, as OpenLayers has it: minX, minY, maxX, maxY. */
export type Extent = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** Extents of all features in turn, four numbers each (minX, minY, maxX, maxY; EPSG:3857). */
export function featureExtents(geometry: PlanGeometry): Float64Array<ArrayBuffer> {
  const extents = new Float64Array(geometry.kinds.length * 4);
  for (let feature = 0; feature < geometry.kinds.length; feature++)
    extents.set(featureExtent(geometry, feature), feature * 4);
  return extents;
}

/** Extent of one feature. */
export function featureExtent(geometry: PlanGeometry, feature: number): Extent {
  const { partStarts, positionStarts, positions } = geometry;
  const from = positionStarts[partStarts[feature] ?? 0] ?? 0;
  const to = positionStarts[partStarts[feature + 1] ?? 0] ?? 0;
  return extentOf(positions, from, to);
}

/** Extent of everything in the geometries, or undefined where they hold nothing. */
export function wholeExtent(geometries: readonly PlanGeometry[]): Extent | undefined {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { positions } of geometries) {
    const own = extentOf(positions, 0, positions.length / 2);
    [minX, minY] = [Math.min(minX, own[0]), Math.min(minY, own[1])];
    [maxX, maxY] = [Math.max(maxX, own[2]), Math.max(maxY, own[3])];
  }
  return minX > maxX ? undefined : [minX, minY, maxX, maxY];
}

function extentOf(positions: Float64Array, from: number, to: number): Extent {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = from * 2; at < to * 2; at += 2) {
    const x = positions[at] ?? 0;
    const y = positions[at + 1] ?? 0;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  return [minX, minY, maxX, maxY];
}

export type LayerSource = "kmz" | "shp";

/** A link of a KML to another document: told, never fetched. */
export interface NetworkLink {
  readonly name: string;
  readonly address: string;
}

/** One loaded file (of a zip with several shapefiles: one of them), before it is part of the work. */
export interface LoadedLayer {
  /** Name of the file as it was picked or dropped; `plans.zip/east.shp` of one in an archive. */
  readonly file: string;
  readonly source: LayerSource;
  /** Coordinate reference system of the file, as people name it: `GDA2020 / MGA zone 50`. */
  readonly crs: string;
  readonly geometry: PlanGeometry;
  /** 1 for each feature that its own or its folders' words mark as a cross-strip. */
  readonly marked: Uint8Array<ArrayBuffer>;
  /** 1 for each feature found to be a cross-strip. */
  readonly crossStrips: Uint8Array<ArrayBuffer>;
  /** Features of the file that have no geometry: they are left out. */
  readonly withoutGeometry: number;
  readonly networkLinks: readonly NetworkLink[];
}

/** A layer of the work. */
export interface PlanLayer extends LoadedLayer {
  readonly id: string;
}

/** The radios All, AOI's and Flight Lines. */
export type PlanFilter = "all" | "aoi" | "lines";

/** Whether the radio lets a kind of feature through: AOI's are all but lines, flight lines all but areas. */
export function passesFilter(kind: number | undefined, filter: PlanFilter): boolean {
  if (filter === "aoi") return kind !== LINE;
  return filter === "all" || kind !== AREA;
}
