import { passesFilter, type PlanFilter } from "@swath/plan/model";
import type { WorkInstruction, WorkLayer } from "@swath/plan/state";
import { CROSS_STRIP, DIMMED, type MapLayer, NO_COLOUR, SELECTED } from "../../map/map-layer.ts";

function mapLayer(
  layer: WorkLayer,
  filter: PlanFilter,
  instructions: readonly WorkInstruction[],
): MapLayer {
  const { id, geometry, visible, selected, assigned, crossStrips } = layer;
  const flags = selected.map(
    (mark, feature) =>
      (mark === 1 ? SELECTED : 0) |
      (crossStrips[feature] === 1 ? CROSS_STRIP : 0) |
      (passesFilter(geometry.kinds[feature], filter) ? 0 : DIMMED),
  );
  const colours = Uint8Array.from(
    assigned,
    (place) => instructions[place - 1]?.colour ?? NO_COLOUR,
  );
  return { id, geometry, visible, flags, colours };
}

/** Makes of layers what the map draws; what did not change is the same as before. */
export function mapLayerMaker() {
  let before = new Map<WorkLayer, MapLayer>();
  let filterBefore: PlanFilter | undefined;
  let drawn: readonly MapLayer[] = [];
  return (
    layers: readonly WorkLayer[],
    filter: PlanFilter,
    instructions: readonly WorkInstruction[],
  ): readonly MapLayer[] => {
    // Colours of instructions stay: nothing of a layer changes with their list.
    const known = filter === filterBefore ? before : new Map<WorkLayer, MapLayer>();
    const now = layers.map(
      (layer) => [layer, known.get(layer) ?? mapLayer(layer, filter, instructions)] as const,
    );
    [before, filterBefore] = [new Map(now), filter];
    const isSame = now.length === drawn.length && now.every(([, each], at) => each === drawn[at]);
    if (!isSame) drawn = now.map(([, each]) => each);
    return drawn;
  };
}
