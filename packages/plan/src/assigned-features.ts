import {
  AREA,
  featureParts,
  latitudeOf,
  LINE,
  longitudeOf,
  type PartKind,
  partPositions,
  signedArea,
} from "./model/index.ts";
import type { PlanWork } from "./state/index.ts";

/** Longitude and latitude in turn, degrees; longitudes go on beyond 180° where the line does. */
export type DegreePath = Float64Array<ArrayBuffer>;

/** A feature that is exported, and what it was assigned to. */
export interface AssignedFeature {
  readonly name: string;
  readonly folder: string;
  readonly file: string;
  readonly projectId: string;
  readonly siteName: string;
  readonly crossStrip: boolean;
  readonly parts: readonly { readonly kind: PartKind; readonly path: DegreePath }[];
}

/** The features of all layers, hidden or not, that are assigned to an instruction, in their order. */
export function assignedFeatures({
  layers,
  instructions,
}: Pick<PlanWork, "layers" | "instructions">): readonly AssignedFeature[] {
  return layers.flatMap(({ file, geometry, assigned, crossStrips }) =>
    [...assigned.keys()].flatMap((feature) => {
      const instruction = instructions[(assigned[feature] ?? 0) - 1];
      if (instruction === undefined) return [];
      const { projectId, siteName } = instruction;
      const parts = [...featureParts(geometry, feature)].map((part) => ({
        kind: (geometry.partKinds[part] ?? 0) as PartKind,
        path: inDegrees(partPositions(geometry, part)),
      }));
      const name = geometry.names[feature] ?? "";
      const folder = geometry.folders[feature] ?? "";
      const crossStrip = crossStrips[feature] === 1;
      return [{ name, folder, file, projectId, siteName, crossStrip, parts }];
    }),
  );
}

function inDegrees(positions: Float64Array): DegreePath {
  return Float64Array.from(positions, (metres, at) =>
    at % 2 === 0 ? longitudeOf(metres) : latitudeOf(metres),
  );
}

type Part = AssignedFeature["parts"][number];

/**
 * Cuts what goes on beyond ±180° there, so that every longitude lies within (RFC 7946, 3.1.9). Parts
 * come world by world, so that holes still follow their outer rings.
 */
export function withinWorld(parts: readonly Part[]): readonly Part[] {
  const turns = new Set(parts.flatMap(({ path }) => turnsOf(path)));
  if (turns.size === 1 && turns.has(0)) return parts;
  return [...turns].flatMap((turn) => parts.flatMap((part) => insideOf(part, turn)));
}

/** The worlds that a path lies in, counted in turns of 360°. */
function turnsOf(path: DegreePath): readonly number[] {
  let [west, east] = [Infinity, -Infinity];
  for (let at = 0; at < path.length; at += 2) {
    west = Math.min(west, path[at] ?? 0);
    east = Math.max(east, path[at] ?? 0);
  }
  const first = Math.floor((west + 180) / 360);
  // What ends on the edge of a world does not lie in the next.
  const last = Math.max(first, Math.ceil((east + 180) / 360) - 1);
  return Array.from({ length: last - first + 1 }, (_, turn) => first + turn);
}

function insideOf({ kind, path }: Part, turn: number): readonly Part[] {
  const moved = path.map((degree, at) => (at % 2 === 0 ? degree - 360 * turn : degree));
  if (kind === AREA) {
    const ring = clipRing(clipRing(moved, 180, 1), -180, -1);
    return ring.length < 8 || signedArea(ring) === 0 ? [] : [{ kind, path: ring }];
  }
  if (kind === LINE) return clipLine(moved).map((line) => ({ kind, path: line }));
  return Math.abs(moved[0] ?? 0) > 180 ? [] : [{ kind, path: moved }];
}

/** The side of a ring to one side of a meridian, closed (Sutherland and Hodgman 1974). */
function clipRing(ring: DegreePath, meridian: number, side: 1 | -1): DegreePath {
  const kept: number[] = [];
  const inside = (longitude: number): boolean => side * (meridian - longitude) >= 0;
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const [x = 0, y = 0, nextX = 0, nextY = 0] = ring.subarray(at, at + 4);
    if (inside(x)) kept.push(x, y);
    if (inside(x) !== inside(nextX)) kept.push(meridian, cutAt(meridian, x, y, nextX, nextY));
  }
  if (kept.length > 0) kept.push(kept[0] ?? 0, kept[1] ?? 0);
  return Float64Array.from(kept);
}

/** The stretches of a line within ±180°. */
function clipLine(line: DegreePath): readonly DegreePath[] {
  const stretches: number[][] = [];
  let open: number[] | undefined;
  const take = (x: number, y: number): void => {
    if (open === undefined) stretches.push((open = []));
    open.push(x, y);
  };
  for (let at = 0; at < line.length; at += 2) {
    const [x, y] = [line[at] ?? 0, line[at + 1] ?? 0];
    const [beforeX, beforeY] = [line[at - 2] ?? x, line[at - 1] ?? y];
    for (const meridian of x < beforeX ? [180, -180] : [-180, 180]) {
      if ((beforeX - meridian) * (x - meridian) >= 0) continue;
      take(meridian, cutAt(meridian, beforeX, beforeY, x, y));
      // It leaves the world by this meridian.
      if (meridian > 0 === x > meridian) open = undefined;
    }
    if (Math.abs(x) <= 180) take(x, y);
    else open = undefined;
  }
  return stretches.filter(({ length }) => length > 2).map((stretch) => Float64Array.from(stretch));
}

function cutAt(meridian: number, x: number, y: number, nextX: number, nextY: number): number {
  return y + ((nextY - y) * (meridian - x)) / (nextX - x);
}
