import { lassoFeatures, lassoOf } from "../lasso/index.ts";
import { atHand, changedFlags } from "./at-hand.ts";
import type { Picks, PlanEvent } from "./plan-event.ts";
import type { PlanWork, WorkLayer } from "./plan-work.ts";

type Mode = Extract<PlanEvent, { readonly type: "select" }>["mode"];

/** Selects or deselects what a lasso takes of the features at hand (S4). */
export function selectByLasso(
  work: PlanWork,
  ring: Float64Array,
  mode: "add" | "remove",
): readonly WorkLayer[] {
  const lasso = lassoOf(ring);
  if (lasso === undefined) return work.layers;
  const picks = new Map(
    work.layers
      .filter(({ visible }) => visible)
      .map(({ id, geometry }) => [id, lassoFeatures(lasso, geometry, work.filter)]),
  );
  return selectPicks(work, picks, mode);
}

/** Selects the picked features at hand: them alone, too, no more, or the other way round (S4). */
export function selectPicks(work: PlanWork, picks: Picks, mode: Mode): readonly WorkLayer[] {
  return work.layers.map((layer) => {
    const picked = new Uint8Array(layer.selected.length);
    for (const feature of picks.get(layer.id) ?? [])
      if (atHand(work, layer, feature)) picked[feature] = 1;
    return changedFlags(layer, "selected", (feature, now) => {
      if (picked[feature] !== 1) return mode === "only" && atHand(work, layer, feature) ? 0 : now;
      if (mode === "toggle") return 1 - now;
      return mode === "remove" ? 0 : 1;
    });
  });
}

/** Deselects everything, at hand or not (S5). */
export function clearSelection(work: PlanWork): readonly WorkLayer[] {
  return work.layers.map((layer) => changedFlags(layer, "selected", () => 0));
}
