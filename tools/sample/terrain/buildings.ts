import type { Vector } from "./matrix.ts";
import { type Ground, ROAD_LEVEL, ROAD_SHOULDER } from "./ground.ts";

/** A point is in a building when each plane's `normal · point` is at most its offset. */
interface Plane {
  readonly normal: Vector;
  readonly offset: number;
  readonly roof: boolean;
}

/** A house under a gabled or a flat roof, open downwards; in the site frame. */
export interface Building {
  readonly x: number;
  readonly y: number;
  /** From the middle to a corner. */
  readonly reach: number;
  readonly flat: boolean;
  /** Half of the length and of the width, and the direction of the length from x. */
  readonly halfLength: number;
  readonly halfWidth: number;
  readonly direction: number;
  /** z of the eaves; of a flat roof all of it. */
  readonly eaves: number;
  readonly planes: readonly Plane[];
}

interface Outline {
  readonly x: number;
  readonly y: number;
  readonly halfLength: number;
  readonly halfWidth: number;
  readonly direction: number;
}

const GABLED = 46;
const FLAT = 24;
const DISTANCE = 5;

/** Houses beside the road and sheds anywhere, none of which touches another or the road. */
export function buildings(
  ground: Ground,
  half: Readonly<{ x: number; y: number }>,
  random: () => number,
): Building[] {
  const made: Building[] = [];
  const between = (low: number, high: number): number => low + random() * (high - low);
  const place = (wanted: number, make: () => Building): void => {
    for (let tries = 0, count = 0; count < wanted && tries < 100 * wanted; tries++) {
      const building = make();
      const clear =
        ground.fromRoad(building.x, building.y) > building.reach + ROAD_SHOULDER + 1 &&
        made.every(
          (other) =>
            Math.hypot(other.x - building.x, other.y - building.y) >
            other.reach + building.reach + DISTANCE,
        );
      if (!clear) continue;
      made.push(building);
      count += 1;
    }
  };
  place(FLAT, () => {
    const outline = {
      x: between(-half.x, half.x),
      y: between(-half.y, half.y),
      halfLength: between(7, 14),
      halfWidth: between(6, 9),
      direction: between(0, Math.PI),
    };
    return flatRoofed(outline, baseOf(ground, outline) + between(4, 11));
  });
  place(GABLED, () => {
    const x = between(-half.x, half.x);
    const side = random() < 0.5 ? -1 : 1;
    const outline = {
      x,
      y: ground.roadAt(x) + side * between(24, 110),
      halfLength: between(5.5, 8),
      halfWidth: between(4, 5),
      direction: between(-0.3, 0.3),
    };
    return gabled(outline, baseOf(ground, outline) + between(3, 4.5), between(0.36, 0.7));
  });
  return made;
}

/** The highest ground at the corners. */
function baseOf(ground: Ground, { x, y, halfLength, halfWidth, direction }: Outline): number {
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  const corners = [-1, 1].flatMap((i) => [-1, 1].map((j) => [i * halfLength, j * halfWidth]));
  return Math.max(
    ...corners.map(([l = 0, w = 0]) => ground.height(x + l * cos - w * sin, y + l * sin + w * cos)),
  );
}

function walls({ x, y, halfLength, halfWidth, direction }: Outline): Plane[] {
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  const wall = (nx: number, ny: number, half: number): Plane => ({
    normal: [nx, ny, 0],
    offset: nx * x + ny * y + half,
    roof: false,
  });
  return [
    wall(cos, sin, halfLength),
    wall(-cos, -sin, halfLength),
    wall(-sin, cos, halfWidth),
    wall(sin, -cos, halfWidth),
  ];
}

function flatRoofed(outline: Outline, eaves: number): Building {
  const roof: Plane = { normal: [0, 0, 1], offset: eaves, roof: true };
  return {
    ...outline,
    reach: reachOf(outline),
    flat: true,
    eaves,
    planes: [...walls(outline), roof],
  };
}

/** `pitch` is the rise over the run of the roof; its ridge lies along the length. */
function gabled(outline: Outline, eaves: number, pitch: number): Building {
  const { x, y, halfWidth, direction } = outline;
  const across = [-Math.sin(direction), Math.cos(direction)] as const;
  const side = (sign: number): Plane => {
    const [nx, ny] = [sign * across[0] * pitch, sign * across[1] * pitch];
    return { normal: [nx, ny, 1], offset: nx * x + ny * y + eaves + pitch * halfWidth, roof: true };
  };
  const planes = [...walls(outline), side(1), side(-1)];
  return { ...outline, reach: reachOf(outline), flat: false, eaves, planes };
}

const reachOf = ({ halfLength, halfWidth }: Outline): number => Math.hypot(halfLength, halfWidth);

/** A crown: an ellipsoid that lets some light through. In the site frame. */
export interface Tree {
  readonly x: number;
  readonly y: number;
  /** Of its middle. */
  readonly z: number;
  readonly radius: number;
  readonly halfHeight: number;
}

const FORESTS = 5;
const FOREST_TREES = 130;
const FOREST_RADIUS = 55;
const SCATTERED = 260;
const SHRUBS = 140;

/** Woods, single trees and shrubs, clear of buildings and of the road. */
export function trees(
  ground: Ground,
  houses: readonly Building[],
  half: Readonly<{ x: number; y: number }>,
  random: () => number,
): Tree[] {
  const made: Tree[] = [];
  const between = (low: number, high: number): number => low + random() * (high - low);
  const plant = (x: number, y: number, shrub: boolean): void => {
    const radius = shrub ? between(0.7, 1.3) : between(2, 3.8);
    const halfHeight = shrub ? between(0.6, 1.1) : between(2.2, 4.5);
    const stem = shrub ? 0.3 : between(1.5, 3.5);
    const clear =
      ground.fromRoad(x, y) > ROAD_LEVEL + radius + 4 &&
      houses.every((house) => Math.hypot(house.x - x, house.y - y) > house.reach + radius + 1.5);
    if (clear) made.push({ x, y, z: ground.height(x, y) + stem + halfHeight, radius, halfHeight });
  };
  for (let i = 0; i < FORESTS; i++) {
    const [x, y] = [between(-half.x, half.x) * 0.75, between(-half.y, half.y) * 0.75];
    for (let tree = 0; tree < FOREST_TREES; tree++) {
      const off = FOREST_RADIUS * Math.sqrt(random());
      const angle = random() * 2 * Math.PI;
      plant(x + off * Math.cos(angle), y + off * Math.sin(angle), false);
    }
  }
  for (let i = 0; i < SCATTERED; i++)
    plant(between(-half.x, half.x), between(-half.y, half.y), false);
  for (let i = 0; i < SHRUBS; i++) plant(between(-half.x, half.x), between(-half.y, half.y), true);
  return made;
}
