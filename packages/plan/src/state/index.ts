export { atHand, handCounts, type Hint, hintOf, HINTS, type PlanTool } from "./at-hand.ts";
export { planReducer } from "./plan-reducer.ts";
export {
  EMPTY_WORK,
  type Instruction,
  instructionKey,
  PALETTE_SIZE,
  type Picks,
  type PlanEvent,
  type PlanWork,
  type Step,
  type WorkInstruction,
  type WorkLayer,
} from "./plan-work.ts";
