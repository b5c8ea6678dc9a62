import { CLASS, isLast, isUsed, type PointBlock } from "../points/index.ts";
import type { HighestPoints } from "./highest-points.ts";
import type { TerrainModel } from "./terrain-model.ts";

/** Heights above the terrain from which on vegetation is low, medium and high, m. */
const LOW_VEGETATION = 0.5;
const MEDIUM_VEGETATION = 2;
const HIGH_VEGETATION = 5;
/** So far below the terrain a point is noise; so far above it may be, if nothing is near it; m. */
const BELOW = 1;
const ABOVE = 20;

/** Metres in a unit of x, y and z of a block. */
export interface BlockScale {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/**
 * Classes of a block's points, written to `classes`: 2 for last returns within the tolerance of the
 * terrain, 3 to 5 by height above it, 7 for what lies far below or stands alone high above, else 1.
 * What was withheld or noise before stays as it was.
 */
export function classifyPoints(
  block: PointBlock,
  scale: BlockScale,
  terrain: TerrainModel,
  highest: HighestPoints,
  classes: Uint8Array,
): void {
  for (let point = 0; point < block.count; point += 1) {
    if (!isUsed(block, point)) {
      classes[point] = block.classification[point]!;
      continue;
    }
    const [x, y] = [block.x[point]! * scale.x, block.y[point]! * scale.y];
    const z = block.z[point]! * scale.z;
    const above = terrain.heightAbove(x, y, z);
    const ground = Math.abs(above) <= terrain.toleranceAt(x, y) && isLast(block, point);
    const stray = above > ABOVE && highest.isStray(x, y, z);
    classes[point] = ground ? CLASS.ground : stray ? CLASS.lowNoise : classOf(above);
  }
}

function classOf(above: number): number {
  if (above < -BELOW) return CLASS.lowNoise;
  if (above >= HIGH_VEGETATION) return CLASS.highVegetation;
  if (above >= MEDIUM_VEGETATION) return CLASS.mediumVegetation;
  if (above >= LOW_VEGETATION) return CLASS.lowVegetation;
  return CLASS.unclassified;
}
