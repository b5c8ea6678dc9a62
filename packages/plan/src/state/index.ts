export { atHand, handCounts } from "./at-hand.ts";
export { type Hint, hintOf, HINTS, type PlanTool } from "./hints.ts";
export type { Picks, PlanEvent } from "./plan-event.ts";
export { planReducer } from "./plan-reducer.ts";
export {
  EMPTY_WORK,
  type Instruction,
  instructionKey,
  PALETTE_SIZE,
  type PlanWork,
  type Step,
  type WorkInstruction,
  type WorkLayer,
} from "./plan-work.ts";
