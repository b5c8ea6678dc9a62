import { handCounts } from "./at-hand.ts";
import type { PlanWork } from "./plan-work.ts";

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
