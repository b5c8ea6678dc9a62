export { type CrsCode, crsName, crsOf } from "./crs/crs-catalogue.ts";
export {
  type CrsQuestion,
  type LoadOutcome,
  type LoadReason,
  type LoadRefusal,
  type PlanFile,
  reasonText,
} from "./load-outcome.ts";
export { type LoadOptions, loadPlans } from "./load-plans.ts";
