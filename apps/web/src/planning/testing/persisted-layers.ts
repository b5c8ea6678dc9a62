import type { PersistedWork } from "@swath/plan/persisted";
import { persistedWork } from "../../platform/persisted-work.ts";

/** The layers of the work that is kept of the signed-in person. */
export async function persistedLayers(): Promise<PersistedWork["layers"]> {
  const { layers } = (await persistedWork("crew").readAll("plan")).get("work") as PersistedWork;
  return layers;
}

/** How many features of them belong to an instruction. */
export async function persistedAssociations(): Promise<number> {
  const numbers = (await persistedLayers()).map(({ assigned }) => Array.from(assigned));
  return numbers.flat().filter((number) => number > 0).length;
}
