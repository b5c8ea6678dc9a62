import { loadPlans } from "@swath/plan/load";
import type { LoadedLayer } from "@swath/plan/model";
import { planKmz } from "./plan-files.ts";

/** A plan of so many lines, one across them, and an area, as it is loaded. */
export async function loadedLayer(lines: number): Promise<LoadedLayer> {
  const [outcome] = await loadPlans([planKmz("Plan.kmz", [151, -33], lines)], { by: "picker" });
  if (outcome?.kind !== "loaded") throw new Error("the plan was not loaded");
  return outcome.layer;
}
