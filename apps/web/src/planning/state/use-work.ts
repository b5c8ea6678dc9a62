import {
  EMPTY_WORK,
  type Instruction,
  instructionKey,
  type PlanEvent,
  planReducer,
  type PlanWork,
} from "@swath/plan/state";
import { useReducer } from "react";

/** An event of the page; besides those of the work: the work as it was kept, and a part of a list. */
type WorkEvent =
  | PlanEvent
  | { readonly type: "restore"; readonly work: PlanWork }
  | { readonly type: "found"; readonly instructions: readonly Instruction[] };
export type Dispatch = (event: WorkEvent) => void;

function reduce(work: PlanWork, event: WorkEvent): PlanWork {
  if (event.type === "restore") return restored(work, event.work);
  if (event.type === "found") return withFound(work, event.instructions);
  // What the address says already is no other work.
  if (event.type === "filter" && event.filter === work.filter) return work;
  if (event.type === "choose" && event.key === work.chosen) return work;
  return planReducer(work, event);
}

/** The work as it was kept, with the radio and the instructions that the page has by now. */
function restored(now: PlanWork, kept: PlanWork): PlanWork {
  const { filter, chosen, instructions } = now;
  return { ...withFound(kept, instructions), filter, chosen };
}

/** With instructions of another search: one that is out of sight has not left the list. */
function withFound(work: PlanWork, found: readonly Instruction[]): PlanWork {
  const listed = work.instructions.filter((each) => each.listed);
  const keys = new Set(listed.map(({ key }) => key));
  if (found.every((each) => keys.has(instructionKey(each)))) return work;
  return planReducer(work, { type: "instructions", instructions: [...listed, ...found] });
}

/** The work of the page, and what changes it. */
export function useWork(): readonly [PlanWork, Dispatch] {
  return useReducer(reduce, EMPTY_WORK);
}
