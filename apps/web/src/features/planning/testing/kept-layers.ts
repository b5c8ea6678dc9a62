import type { KeptWork } from "@swath/plan/kept";
import { keptWork } from "../../../platform/kept-work.ts";

/** The layers of the work that is kept of the signed-in person. */
export async function keptLayers(): Promise<KeptWork["layers"]> {
  const { layers } = (await keptWork("crew").readAll("plan")).get("work") as KeptWork;
  return layers;
}

/** How many features of them belong to an instruction. */
export async function keptAssociations(): Promise<number> {
  const numbers = (await keptLayers()).map(({ assigned }) => Array.from(assigned));
  return numbers.flat().filter((number) => number > 0).length;
}
