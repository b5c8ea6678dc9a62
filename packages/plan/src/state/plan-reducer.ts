import {
  assignToAll,
  associate,
  clearSelection,
  markSelected,
  release,
  selectByLasso,
  selectPicks,
  takeFound,
} from "./layer-edits.ts";
import { redo, stepped, undo } from "./history.ts";
import {
  EMPTY_WORK,
  type Instruction,
  instructionKey,
  PALETTE_SIZE,
  type PlanEvent,
  type PlanWork,
  type WorkLayer,
  workLayers,
} from "./plan-work.ts";

/**
 * The rules of the page. A feature is *at hand* where its layer is visible and the radio lets it pass.
 *
 * - S1 Loaded layers are added after those that are there, or replace them all; none of their features
 *   is selected or assigned. Ids are never used again.
 * - S2 Removing a layer or all of them takes selection and assignments along; undo brings them back.
 * - S3 Hiding and showing a layer, the radio and the chosen instruction are views: no steps of undo.
 * - S4 The lasso and the table select, and deselect, only what is at hand.
 * - S5 Clearing the selection clears it everywhere, at hand or not.
 * - S6 Associating gives what is selected and at hand to the chosen instruction, in place of what it had,
 *   and takes it out of the selection. Without a chosen instruction nothing happens.
 * - S7 'Assign to All' gives everything at hand to the instruction, whatever is selected.
 * - S8 Releasing takes the assignment from what is selected and at hand.
 * - S9 Only lines are cross-strips: marking and unmarking pass over other features.
 * - S10 Instructions keep their place and colour, the place modulo 10, once they were listed. One that
 *   leaves the list cannot be chosen any more; what it was given stays.
 * - S11 An event that changes nothing is no step of undo. Any other step forgets what could be redone.
 * - S12 At most 100 steps, and 128 MB that they alone hold, are kept; the oldest go first.
 * - S13 Undo and redo bring back layers, selection, assignments and cross-strips; which layers are
 *   visible stays as it is.
 */
export function planReducer(work: PlanWork, event: PlanEvent): PlanWork {
  const step = (layers: readonly WorkLayer[]): PlanWork => stepped(work, event.type, layers);
  switch (event.type) {
    case "add":
    case "replace":
      return takeLayers(work, event);
    case "remove":
      return step(work.layers.filter(({ id }) => id !== event.layer));
    case "clearAll":
      return step(EMPTY_WORK.layers);
    case "show":
      return { ...work, layers: shown(work.layers, event.layer, event.visible) };
    case "filter":
      return { ...work, filter: event.filter };
    case "instructions":
      return listInstructions(work, event.instructions);
    case "choose":
      return choose(work, event.key);
    case "lasso":
      return step(selectByLasso(work, event.ring, event.mode));
    case "select":
      return step(selectPicks(work, event.picks, event.mode));
    case "clearSelection":
      return step(clearSelection(work));
    case "associate":
      return step(associate(work));
    case "assignToAll":
      return step(assignToAll(work, event.key));
    case "release":
      return step(release(work));
    case "markCrossStrips":
      return step(markSelected(work, event.crossStrips));
    case "foundCrossStrips":
      return step(takeFound(work, event.found));
    case "undo":
      return undo(work);
    case "redo":
      return redo(work);
    default:
      return event satisfies never;
  }
}

function takeLayers(
  work: PlanWork,
  { type, layers }: Extract<PlanEvent, { readonly type: "add" | "replace" }>,
): PlanWork {
  const loaded = workLayers(layers, work.nextLayer);
  const next = type === "add" ? [...work.layers, ...loaded] : loaded;
  return { ...stepped(work, type, next), nextLayer: work.nextLayer + loaded.length };
}

function shown(layers: readonly WorkLayer[], id: string, visible: boolean): readonly WorkLayer[] {
  return layers.map((layer) => (layer.id === id ? { ...layer, visible } : layer));
}

function choose(work: PlanWork, key: string | undefined): PlanWork {
  const known = work.instructions.some((one) => one.key === key && one.listed);
  return { ...work, chosen: known ? key : undefined };
}

/** Takes the list of instructions as it is now (S10). */
function listInstructions(work: PlanWork, list: readonly Instruction[]): PlanWork {
  const listed = new Map(list.map((one) => [instructionKey(one), one]));
  const kept = work.instructions.map((one) => ({ ...one, listed: listed.has(one.key) }));
  const known = new Set(kept.map(({ key }) => key));
  const added = [...listed].filter(([key]) => !known.has(key));
  const instructions = [
    ...kept,
    ...added.map(([key, { projectId, siteName }], index) => ({
      projectId,
      siteName,
      key,
      colour: (kept.length + index) % PALETTE_SIZE,
      listed: true,
    })),
  ];
  const chosen = work.chosen !== undefined && listed.has(work.chosen) ? work.chosen : undefined;
  return { ...work, instructions, chosen };
}
