import type { PlanTool, PlanWork } from "@swath/plan/state";
import { type Ref, useState } from "react";
import type { FeatureRef, MapTool } from "../../map/map-layer.ts";
import { SurveyMap, type SurveyMapHandle } from "../../map/survey-map.tsx";
import { type PlanningAddress, readPlace, writePlace } from "../address/planning-address.ts";
import { mapLayerMaker } from "../state/map-layers.ts";
import type { Dispatch } from "../state/use-work.ts";

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
