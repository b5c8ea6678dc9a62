import type { Building } from "./buildings.ts";
import { type Ground, ROAD_LEVEL } from "./ground.ts";

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
