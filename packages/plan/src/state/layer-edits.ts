import { lassoFeatures, lassoOf } from "../lasso.ts";
import { LINE } from "../model/index.ts";
import { atHand, changedFlags } from "./at-hand.ts";
import type { Picks, PlanEvent, PlanWork, WorkLayer } from "./plan-work.ts";

/** 'Associate Selected Project with Geometry' (S6). */
export function associate(work: PlanWork): readonly WorkLayer[] {
  const number = assignedNumber(work, work.chosen);
  if (number === 0) return work.layers;
  return work.layers.map((layer) => {
    const takes = inSelection(work, layer);
    const assigned = changedFlags(layer, "assigned", (feature, now) =>
      takes(feature) ? number : now,
    );
    return changedFlags(assigned, "selected", (feature, now) => (takes(feature) ? 0 : now));
  });
}

/** 'Assign to All' (S7). */
export function assignToAll(work: PlanWork, key: string): readonly WorkLayer[] {
  const number = assignedNumber(work, key);
  if (number === 0) return work.layers;
  return work.layers.map((layer) =>
    changedFlags(layer, "assigned", (feature, now) =>
      atHand(work, layer, feature) ? number : now,
    ),
  );
}

/** Takes assignments from the selection (S8). */
export function release(work: PlanWork): readonly WorkLayer[] {
  return work.layers.map((layer) => {
    const takes = inSelection(work, layer);
    return changedFlags(layer, "assigned", (feature, now) => (takes(feature) ? 0 : now));
  });
}

/** Marks or unmarks the selected lines as cross-strips (S9). */
export function markSelected(work: PlanWork, crossStrips: boolean): readonly WorkLayer[] {
  return work.layers.map((layer) => {
    const takes = inSelection(work, layer);
    return changedFlags(layer, "crossStrips", (feature, now) =>
      takes(feature) && isLine(layer, feature) ? Number(crossStrips) : now,
    );
  });
}

/** Takes what was found of the layers that are still there (S9). */
export function takeFound(
  work: PlanWork,
  found: ReadonlyMap<string, Uint8Array>,
): readonly WorkLayer[] {
  return work.layers.map((layer) => {
    const flags = found.get(layer.id);
    if (flags?.length !== layer.crossStrips.length) return layer;
    return changedFlags(layer, "crossStrips", (feature) =>
      isLine(layer, feature) ? (flags[feature] ?? 0) : 0,
    );
  });
}

const isLine = ({ geometry }: WorkLayer, feature: number): boolean =>
  geometry.kinds[feature] === LINE;

function inSelection(work: PlanWork, layer: WorkLayer): (feature: number) => boolean {
  return (feature) => layer.selected[feature] === 1 && atHand(work, layer, feature);
}

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

/** What `assigned` holds for an instruction: one more than its place; 0 for none. */
function assignedNumber(work: PlanWork, key: string | undefined): number {
  return work.instructions.findIndex((one) => one.key === key && one.listed) + 1;
}
