import { type Extent, featureExtents } from "@swath/plan/model";
import { HIDDEN, type MapLayer } from "../map-layer.ts";

/** The extent of all that is shown; undefined where nothing is. */
export function dataExtent(layers: readonly MapLayer[]): Extent | undefined {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { geometry, flags, visible = true } of layers) {
    if (!visible) continue;
    const extents = featureExtents(geometry);
    for (let feature = 0; feature < geometry.kinds.length; feature++) {
      if (((flags?.[feature] ?? 0) & HIDDEN) !== 0) continue;
      const at = feature * 4;
      left = Math.min(left, extents[at]!);
      bottom = Math.min(bottom, extents[at + 1]!);
      right = Math.max(right, extents[at + 2]!);
      top = Math.max(top, extents[at + 3]!);
    }
  }
  return left > right ? undefined : [left, bottom, right, top];
}
