import { areaOf } from "@swath/pointcloud/grid";
import type { Corner } from "../map/nearest-drawn.ts";
import { NUMBER } from "../profile/line-form.tsx";
import { type Measured, spanOf } from "../profile/measure-section.ts";
import type { CloudFile } from "../read/open-file.ts";

/** Units of a cloud's system. */
export interface CloudUnits {
  /** Metres in a unit of x and y; undefined where they are degrees. */
  readonly horizontal: number | undefined;
  /** Metres in a unit of z. */
  readonly vertical: number;
  /** Whether the file says how long the first is; it is taken for a metre where not. */
  readonly isStated: boolean;
}

type Crs = Pick<CloudFile["crs"], "geographic" | "horizontalUnit" | "verticalUnit">;

export function unitsOf({ crs }: { readonly crs: Crs }): CloudUnits {
  const { geographic, horizontalUnit, verticalUnit } = crs;
  return {
    horizontal: geographic ? undefined : (horizontalUnit ?? 1),
    vertical: verticalUnit ?? horizontalUnit ?? 1,
    isStated: geographic || horizontalUnit !== null,
  };
}

/** What measures on the ellipsoid, by degrees: m and m². */
export interface Geodesy {
  readonly distance: (x1: number, y1: number, x2: number, y2: number) => number;
  readonly areaOfDegrees: (ring: readonly number[]) => number;
}

type Flat = Pick<Corner, "x" | "y">;

/** Metres between two corners on the ground; undefined of degrees while nothing measures them. */
function distanceOf(
  one: Flat,
  other: Flat,
  { horizontal }: CloudUnits,
  geodesy: Geodesy | undefined,
): number | undefined {
  if (horizontal === undefined) return geodesy?.distance(one.x, one.y, other.x, other.y);
  return Math.hypot(other.x - one.x, other.y - one.y) * horizontal;
}

/** What lies between two corners, in metres; the distance alone where one of them has no height. */
export function betweenCorners(
  one: Corner,
  other: Corner,
  units: CloudUnits,
  geodesy: Geodesy | undefined,
): Measured | { readonly distance: number } | undefined {
  const distance = distanceOf(one, other, units, geodesy);
  if (distance === undefined) return undefined;
  if (one.z === undefined || other.z === undefined) return { distance };
  return spanOf(distance, (other.z - one.z) * units.vertical);
}

/**
 * Area, m², and perimeter, m, of the outline of three corners or more: in the plane of the cloud's system, or on
 * the ellipsoid where that has degrees; undefined while nothing measures them.
 */
export function outlineOf(
  corners: readonly Flat[],
  units: CloudUnits,
  geodesy: Geodesy | undefined,
): { readonly area: number; readonly perimeter: number } | undefined {
  const closed = [...corners, corners[0]!];
  let perimeter = 0;
  for (const [n, corner] of corners.entries()) {
    const side = distanceOf(corner, closed[n + 1]!, units, geodesy);
    if (side === undefined) return undefined;
    perimeter += side;
  }
  const { horizontal } = units;
  if (horizontal !== undefined) {
    const area = Math.abs(areaOf(closed.map(({ x, y }) => [x, y] as const))) * horizontal ** 2;
    return { area, perimeter };
  }
  const area = geodesy?.areaOfDegrees(corners.flatMap(({ x, y }) => [x, y]));
  return area === undefined ? undefined : { area, perimeter };
}

/** On which side of a line a place lies. */
const sideOf = (from: Flat, to: Flat, { x, y }: Flat): number =>
  Math.sign((to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x));

/** Whether sides of an outline cross, so that it has no area that means something. */
export function crossesItself(corners: readonly Flat[]): boolean {
  const sides = corners.map((corner, n) => [corner, corners[(n + 1) % corners.length]!] as const);
  return sides.some(([a, b], n) =>
    sides
      .slice(n + 1)
      .some(
        ([c, d]) => sideOf(a, b, c) * sideOf(a, b, d) < 0 && sideOf(c, d, a) * sideOf(c, d, b) < 0,
      ),
  );
}

/** As many corners as a person puts; each of them is compared with all others. */
export const MOST_CORNERS = 200;

/** Corners that were typed, x and y of one in a line; or what is wrong with them. */
export function typedCorners(text: string): readonly (readonly [x: number, y: number])[] | string {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (lines.length > MOST_CORNERS) return `At most ${MOST_CORNERS} corners are measured.`;
  const corners: [number, number][] = [];
  for (const [n, line] of lines.entries()) {
    const [x = "", y = "", ...more] = line.split(/[\s,;]+/);
    if (more.length > 0 || !NUMBER.test(x) || !NUMBER.test(y))
      return `Line ${n + 1} is not x and y of a corner.`;
    corners.push([Number(x), Number(y)]);
  }
  return corners;
}
