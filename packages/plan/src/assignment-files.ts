import {
  type Column,
  type KmlMark,
  type KmlPosition,
  type KmlShape,
  kmzFile,
  shapefile,
  type ShapeKind,
  zipFile,
} from "@swath/survey/writers";
import { AREA, LINE, type PartKind, POINT, signedArea, wrapped } from "./model/index.ts";
import type { PlanWork } from "./state/index.ts";
import {
  type AssignedFeature,
  assignedFeatures,
  type DegreePath,
  withinWorld,
} from "./assigned-features.ts";

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

/** The assignment as a KMZ: a folder for each instruction; cross-strips say so in their description. */
export function assignmentAsKmz(
  work: Pick<PlanWork, "layers" | "instructions">,
): Uint8Array<ArrayBuffer> {
  const folders = Map.groupBy(
    assignedFeatures(work),
    ({ projectId, siteName }) => `${projectId} ${siteName}`,
  );
  return kmzFile(
    "Assignment",
    [...folders].map(([name, features]) => ({ name, marks: features.map(markOf) })),
  );
}

function markOf({ name, crossStrip, parts }: AssignedFeature): KmlMark {
  const single = parts.filter(({ kind }) => kind !== AREA);
  const rings = parts.filter(({ kind }) => kind === AREA).map(({ path }) => path);
  const shapes: KmlShape[] = [
    ...single.map(({ kind, path }): KmlShape => {
      const positions = wrappedPlaces(path);
      if (kind === LINE) return { type: "line", positions };
      return { type: "point", position: positions[0] ?? [0, 0] };
    }),
    ...polygonsOf(rings).map((polygon): KmlShape => ({
      type: "area",
      rings: polygon.map(wrappedPlaces),
    })),
  ];
  return crossStrip ? { name, description: "Cross strip", shapes } : { name, shapes };
}

/** Longitudes within ±180°: who reads a KML joins them the shorter way. */
const wrappedPlaces = (path: DegreePath): readonly KmlPosition[] =>
  Array.from({ length: path.length / 2 }, (_, at) => [
    wrapped(path[at * 2] ?? 0),
    path[at * 2 + 1] ?? 0,
  ]);

const WGS84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

const FILES: readonly (readonly [ShapeKind, PartKind])[] = [
  ["lines", LINE],
  ["areas", AREA],
  ["points", POINT],
];

const COLUMNS: readonly Column<AssignedFeature>[] = [
  { name: "NAME", width: 200, text: ({ name }) => name },
  { name: "PROJECT", width: 40, text: ({ projectId }) => projectId },
  { name: "SITE", width: 120, text: ({ siteName }) => siteName },
  { name: "TYPE", width: 12, text: ({ crossStrip }) => (crossStrip ? "cross strip" : "") },
  { name: "FOLDER", width: 200, text: ({ folder }) => folder },
  { name: "FILE", width: 200, text: ({ file }) => file },
];

/**
 * The assignment as a ZIP of shapefiles, one for each kind that it has: `lines`, `areas`, `points`, each
 * with .shp, .shx, .dbf, .prj and .cpg. WGS 84, cut at the antimeridian.
 */
export function assignmentAsShapefiles(
  work: Pick<PlanWork, "layers" | "instructions">,
): Uint8Array<ArrayBuffer> {
  const features = assignedFeatures(work);
  return zipFile(Object.assign({}, ...FILES.map(([name, kind]) => filesOf(name, kind, features))));
}

function filesOf(
  name: ShapeKind,
  kind: PartKind,
  features: readonly AssignedFeature[],
): Record<string, Uint8Array> {
  const rows = features.flatMap((feature) => {
    const parts = feature.parts.filter((part) => part.kind === kind);
    const paths = withinWorld(parts).map(({ path }) => path);
    return parts.length === 0 ? [] : [{ ...feature, paths }];
  });
  const layer = { name, kind: name, columns: COLUMNS, prj: WGS84 };
  return rows.length === 0 ? {} : shapefile(layer, rows);
}
