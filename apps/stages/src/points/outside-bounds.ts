import type { LasFile } from "@swath/pointcloud/las";
import type { PointBlock } from "@swath/pointcloud/points";

/** How many points of a block lie outside the bounds of their file's header, by more than a step. */
export function outsideBounds({ count, x, y, z }: PointBlock, { header, scale }: LasFile): number {
  const { min, max } = header.bounds;
  const [minX, minY, minZ] = scale.map((step, axis) => min[axis]! - Math.abs(step));
  const [maxX, maxY, maxZ] = scale.map((step, axis) => max[axis]! + Math.abs(step));
  let outside = 0;
  for (let point = 0; point < count; point += 1) {
    const px = x[point]!;
    const py = y[point]!;
    const pz = z[point]!;
    // Bounds that are no numbers hold nothing.
    if (!(px >= minX! && px <= maxX! && py >= minY! && py <= maxY! && pz >= minZ! && pz <= maxZ!))
      outside += 1;
  }
  return outside;
}

/**
 * Why compressed points are damaged, where they are. They carry no checksum: damage shows by points where
 * the header says there are none. A few such points are found in sound files.
 */
export function damageOf({ header: { pointCount } }: LasFile, outside: number): string | undefined {
  const most = Math.max(10, Math.floor(pointCount / 10_000));
  if (outside <= most) return undefined;
  return `has compressed points that are damaged: more than ${most} of its ${pointCount} points lie outside the bounds of its header`;
}
