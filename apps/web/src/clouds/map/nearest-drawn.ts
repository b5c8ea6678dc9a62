import { colored } from "../look/colored-nodes.ts";
import type { Look } from "../look/look.ts";
import type { LoadedNode } from "../read/shown-nodes.ts";

/** A place in units of the cloud's system; without a height where no point is drawn there. */
export interface Corner {
  readonly x: number;
  readonly y: number;
  readonly z: number | undefined;
}

/** Corners that are put on a picture by pointer and keys. */
export interface CloudMeasuring {
  readonly corners: readonly Corner[];
  /** Puts a corner at the point that is drawn near a place seen from above, or at the place itself. */
  readonly put: (place: readonly [x: number, y: number]) => void;
  readonly putPoint: (corner: Corner) => void;
  readonly undo: () => void;
  readonly end: () => void;
}

const REACH_PX = 8;

/** The drawn point nearest to a place seen from above, of those of one pixel the highest. */
export function nearestDrawn(
  nodes: readonly LoadedNode[],
  look: Look,
  [x, y]: readonly [number, number],
  scale: number,
): Corner | undefined {
  const reach = REACH_PX * scale;
  let best: (Corner & { readonly z: number; readonly pixels: number }) | undefined;
  for (const loaded of nodes) {
    const { min, max } = loaded.node;
    if (x < min[0] - reach || x > max[0] + reach || y < min[1] - reach || y > max[1] + reach)
      continue;
    const { points, colors } = colored(loaded, look);
    const { count, places } = points;
    const [dx, dy] = [x - min[0], y - min[1]];
    for (let point = 0; point < count; point += 1) {
      const [px, py] = [places[point * 3]!, places[point * 3 + 1]!];
      if (colors[point] === 0 || Math.abs(px - dx) > reach || Math.abs(py - dy) > reach) continue;
      const pixels = Math.floor(Math.hypot(px - dx, py - dy) / scale);
      const z = places[point * 3 + 2]! + min[2];
      if (best === undefined || pixels < best.pixels || (pixels === best.pixels && z > best.z))
        best = { x: px + min[0], y: py + min[1], z, pixels };
    }
  }
  return best && { x: best.x, y: best.y, z: best.z };
}
