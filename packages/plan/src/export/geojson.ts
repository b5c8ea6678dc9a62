import { AREA, LINE, type PartKind, POINT, signedArea } from "../model/index.ts";
import type { PlanWork } from "../state/index.ts";
import { withinWorld } from "./antimeridian.ts";
import { type AssignedFeature, assignedFeatures, type DegreePath } from "./assigned-features.ts";

type Place = readonly [longitude: number, latitude: number];
interface Shape {
  readonly type: string;
  readonly coordinates?: unknown;
  readonly geometries?: readonly Shape[];
}

/** The assignment as GeoJSON (RFC 7946): WGS 84, cut at the antimeridian, rings by the right-hand rule. */
export function assignmentAsGeoJson(work: Pick<PlanWork, "layers" | "instructions">): string {
  const features = assignedFeatures(work).map(({ parts, ...properties }) => ({
    type: "Feature",
    properties,
    geometry: shapeOf(withinWorld(parts)),
  }));
  return JSON.stringify({ type: "FeatureCollection", features });
}

const KINDS = [POINT, LINE, AREA] as const;

function shapeOf(parts: AssignedFeature["parts"]): Shape | null {
  const shapes = KINDS.flatMap((kind) => {
    const paths = parts.filter((part) => part.kind === kind).map(({ path }) => path);
    return paths.length === 0 ? [] : [shapeOfKind(kind, paths)];
  });
  if (shapes.length > 1) return { type: "GeometryCollection", geometries: shapes };
  return shapes[0] ?? null;
}

function shapeOfKind(kind: PartKind, paths: readonly DegreePath[]): Shape {
  if (kind === AREA) {
    const polygons = polygonsOf(paths).map((rings) => rings.map(places));
    return oneOrMany("Polygon", polygons);
  }
  const drawn = paths.map(places);
  if (kind === LINE) return oneOrMany("LineString", drawn);
  return oneOrMany("Point", drawn.flat());
}

function oneOrMany(type: string, coordinates: readonly unknown[]): Shape {
  return coordinates.length === 1
    ? { type, coordinates: coordinates[0] }
    : { type: `Multi${type}`, coordinates };
}

/** Polygons of rings in turn: each outer one, counter-clockwise, with the holes that follow it. */
export function polygonsOf(rings: readonly DegreePath[]): readonly (readonly DegreePath[])[] {
  const polygons: DegreePath[][] = [];
  for (const ring of rings)
    if (signedArea(ring) > 0 || polygons.length === 0) polygons.push([ring]);
    else polygons.at(-1)?.push(ring);
  return polygons;
}

/** Positions to a hundredth of a millimetre. */
const places = (path: DegreePath): readonly Place[] =>
  Array.from({ length: path.length / 2 }, (_, at) => [
    rounded(path[at * 2] ?? 0),
    rounded(path[at * 2 + 1] ?? 0),
  ]);

const rounded = (degrees: number): number => Math.round(degrees * 1e10) / 1e10;
