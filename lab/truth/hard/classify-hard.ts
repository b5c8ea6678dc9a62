import {
  classifyPoints,
  CrowdedBoxes,
  type GroundSettings,
  LowestPoints,
  TerrainModel,
} from "@swath/pointcloud/ground";
import { BLOCK_POINTS, newBlock } from "@swath/pointcloud/points";
import type { HardCloud } from "./hard-cloud.ts";

/** The stage's own settings; lengths in m. */
const SETTINGS: GroundSettings = { step: 0.8, threshold: 0.15, building: 12 };

/** Classes of a cloud by the product's own code, without files. */
export function classifyHard(cloud: HardCloud, cell = 1): Uint8Array {
  const lowest = new LowestPoints(cell, 500_000, 6_000_000);
  const boxes = new CrowdedBoxes(cell);
  for (let point = 0; point < cloud.count; point += 1) {
    const [x, y, z] = [cloud.x[point]!, cloud.y[point]!, cloud.z[point]!];
    boxes.add(x, y, z);
    if (cloud.returnNumber[point] === cloud.returnCount[point])
      lowest.add(x, y, z, cloud.returnCount[point]! > 1);
  }
  const terrain = new TerrainModel(lowest, SETTINGS);
  const classes = new Uint8Array(cloud.count);
  const block = newBlock();
  for (let first = 0; first < cloud.count; first += BLOCK_POINTS) {
    block.count = Math.min(BLOCK_POINTS, cloud.count - first);
    for (const name of ["x", "y", "z", "returnNumber", "returnCount"] as const)
      block[name].set(cloud[name].subarray(first, first + block.count));
    classifyPoints(
      block,
      { x: 1, y: 1, z: 1 },
      { terrain, boxes },
      SETTINGS.threshold,
      classes.subarray(first),
    );
  }
  return classes;
}
