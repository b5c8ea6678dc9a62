import { createHitIndex, type HitIndex, nearestFeature } from "@swath/plan/hit";
import { type PlanGeometry, wholeExtent } from "@swath/plan/model";
import { DIMMED, type FeatureRef, HIDDEN, type MapLayer } from "./map-layer.ts";
import { shiftTowards } from "./map-coordinates.ts";

interface Target {
  readonly index: HitIndex;
  readonly extent: ReturnType<typeof wholeExtent>;
}

/** Kept as long as the geometry is. */
const targets = new WeakMap<PlanGeometry, Target>();

/** Keeps an index that was made elsewhere; this one is its geometry's from now on. */
export function keepHitIndex(index: HitIndex): void {
  targets.set(index.geometry, { index, extent: wholeExtent([index.geometry]) });
}

function targetOf(geometry: PlanGeometry): Target {
  if (!targets.has(geometry)) keepHitIndex(createHitIndex(geometry));
  return targets.get(geometry)!;
}

/** Whether all layers can be searched at once, as a pointer that moves on wants it. */
export function areIndexed(layers: readonly MapLayer[]): boolean {
  return layers.every(({ geometry, visible = true }) => !visible || targets.has(geometry));
}

/** The uppermost layer's feature at a place of EPSG:3857; what is hidden or dimmed is none. */
export function featureAt(
  layers: readonly MapLayer[],
  [x, y]: readonly [number, number],
  tolerance: number,
): FeatureRef | undefined {
  for (const { id, geometry, flags, visible = true } of layers.toReversed()) {
    if (!visible) continue;
    const { index, extent } = targetOf(geometry);
    if (extent === undefined) continue;
    const passes = (feature: number) => ((flags?.[feature] ?? 0) & (HIDDEN | DIMMED)) === 0;
    const at = [x + shiftTowards(x, extent), y] as const;
    const feature = nearestFeature(index, at, tolerance, passes);
    if (feature !== undefined) return { layerId: id, feature };
  }
  return undefined;
}
