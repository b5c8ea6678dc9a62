import { passesFilter, type PlanFilter } from "@swath/plan/model";
import type { PlanTool, PlanWork, WorkInstruction, WorkLayer } from "@swath/plan/state";
import { type Ref, useState } from "react";
import {
  CROSS_STRIP,
  DIMMED,
  type FeatureRef,
  type MapLayer,
  type MapTool,
  NO_COLOUR,
  SELECTED,
} from "../../map/map-layer.ts";
import { SurveyMap, type SurveyMapHandle } from "../../map/survey-map.tsx";
import { readPlace, writePlace } from "../../map/map-coordinates.ts";
import type { PlanningAddress } from "../planning-address.ts";
import type { Dispatch } from "../state/use-work.ts";

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

/** What is in hand: a lasso, measuring, or nothing. */
export type PageTool = PlanTool | "measure";

const MAP_TOOLS: Readonly<Record<PageTool, MapTool>> = {
  pan: "pan",
  measure: "measure",
  lassoAdd: "lasso",
  lassoRemove: "lasso",
};

interface PlanningMapProps {
  readonly work: PlanWork;
  readonly dispatch: Dispatch;
  readonly tool: PageTool;
  readonly onTool: (tool: PageTool) => void;
  readonly address: PlanningAddress;
  readonly onAddress: (change: PlanningAddress) => void;
  readonly onPick: (feature: FeatureRef) => void;
  readonly ref: Ref<SurveyMapHandle>;
}

/** The loaded geometry on the map, in the colours of its instructions. */
export function PlanningMap(props: PlanningMapProps) {
  const { work, dispatch, tool, onTool, address, onAddress, onPick, ref } = props;
  const { layers, filter, instructions } = work;
  // Where it begins: afterwards the address follows the map.
  const [view] = useState(() => readPlace(address.at));
  const [mapLayers] = useState(mapLayerMaker);
  return (
    <SurveyMap
      ref={ref}
      label="Map of the loaded geometry"
      layers={mapLayers(layers, filter, instructions)}
      view={view}
      onViewChange={(place) => onAddress({ at: writePlace(place) })}
      tool={MAP_TOOLS[tool]}
      onToolChange={(next) => onTool(next === "measure" ? "measure" : "pan")}
      baseMap={address.base ?? 0}
      onBaseMapChange={(base) => onAddress({ base: base === 0 ? undefined : base })}
      onLasso={(ring) =>
        dispatch({ type: "lasso", ring, mode: tool === "lassoRemove" ? "remove" : "add" })
      }
      onClick={({ feature, adding }) => {
        if (feature === undefined) return;
        const picks = new Map([[feature.layerId, [feature.feature]]]);
        dispatch({ type: "select", picks, mode: adding ? "toggle" : "only" });
        onPick(feature);
      }}
    />
  );
}
