import { strToU8 } from "fflate";
import { type LoadOutcome, loadPlans, reasonText } from "../load/index.ts";
import type { LoadedLayer } from "../model/index.ts";

/** Files of one shapefile, `plan`, by their endings. */
export type PlanParts = Readonly<Record<string, Uint8Array | string>>;

/** Drops the files of one shapefile: what becomes of it, and why in words where it is refused. */
export async function droppedPlan(
  parts: PlanParts,
  crs?: number,
): Promise<(LoadOutcome & { readonly text?: string }) | undefined> {
  const files = Object.entries(parts).map(([ending, content]) => ({
    name: `plan.${ending}`,
    bytes: typeof content === "string" ? strToU8(content) : content,
  }));
  const chosen = crs === undefined ? {} : { crs: new Map([["plan.shp", crs]]) };
  const [outcome] = await loadPlans(files, { by: "drop", ...chosen });
  return outcome?.kind === "refused" ? { ...outcome, text: reasonText(outcome) } : outcome;
}

/** The layer of one shapefile that is dropped. */
export async function droppedLayer(parts: PlanParts, crs?: number): Promise<LoadedLayer> {
  const outcome = await droppedPlan(parts, crs);
  if (outcome?.kind !== "loaded") throw new Error(JSON.stringify(outcome));
  return outcome.layer;
}
