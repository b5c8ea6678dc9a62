import { passesFilter } from "../model/index.ts";
import type { PlanWork, WorkLayer } from "./plan-work.ts";

/** Whether a feature is visible and let through by the radio. */
export function atHand(
  { filter }: Pick<PlanWork, "filter">,
  layer: WorkLayer,
  feature: number,
): boolean {
  return layer.visible && passesFilter(layer.geometry.kinds[feature], filter);
}

/** How many features are at hand, how many of them are selected, and how many are assigned. */
export function handCounts(work: PlanWork): {
  readonly features: number;
  readonly selected: number;
  readonly assigned: number;
} {
  const counts = { features: 0, selected: 0, assigned: 0 };
  for (const layer of work.layers)
    for (let feature = 0; feature < layer.selected.length; feature++) {
      if (!atHand(work, layer, feature)) continue;
      counts.features += 1;
      if (layer.selected[feature] === 1) counts.selected += 1;
      if (layer.assigned[feature] !== 0) counts.assigned += 1;
    }
  return counts;
}

/** The layers with some of their features' values set anew; the same layer where none changes. */
export function changedFlags<K extends "selected" | "assigned" | "crossStrips">(
  layer: WorkLayer,
  key: K,
  valueOf: (feature: number, now: number) => number,
): WorkLayer {
  const now = layer[key];
  let next: WorkLayer[K] | undefined;
  for (let feature = 0; feature < now.length; feature++) {
    const value = valueOf(feature, now[feature] ?? 0);
    if (value === now[feature]) continue;
    next ??= now.slice() as WorkLayer[K];
    next[feature] = value;
  }
  return next === undefined ? layer : { ...layer, [key]: next };
}

/** What the pointer does on the map. */
export type PlanTool = "pan" | "lassoAdd" | "lassoRemove";

export type Hint =
  | "load"
  | "allHidden"
  | "lassoAdd"
  | "lassoRemove"
  | "select"
  | "choose"
  | "associate"
  | "allAssigned";

/** Texts of the hint banners. */
export const HINTS: Readonly<Record<Hint, string>> = {
  load: "Load geometry: pick a kmz, or drop kmz and shp files on the map",
  allHidden: "Nothing is shown: tick a layer, or choose All",
  lassoAdd: "Draw around the geometry that is to be added to the selection",
  lassoRemove: "Draw around the geometry that is to be removed from the selection",
  select: "Select geometry with the lasso or in the table",
  choose: "Select a project in the list on the right",
  associate: "Press 'Associate Selected Project with Geometry'",
  allAssigned: "All geometry shown is associated with a project",
};

/** The banner that leads on from where the work is. */
export function hintOf(work: PlanWork, tool: PlanTool): Hint {
  if (work.layers.length === 0) return "load";
  const { features, selected, assigned } = handCounts(work);
  if (features === 0) return "allHidden";
  if (tool !== "pan" && selected === 0) return tool;
  if (selected > 0) return work.chosen === undefined ? "choose" : "associate";
  return assigned === features ? "allAssigned" : "select";
}
