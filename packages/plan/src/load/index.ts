export { type CrsCode, crsName } from "./crs/crs-catalogue.ts";
export type {
  CrsQuestion,
  LoadOutcome,
  LoadReason,
  LoadRefusal,
  PlanFile,
} from "./load-outcome.ts";
export { type LoadOptions, loadPlans } from "./load-plans.ts";
export { reasonText } from "./reason-text.ts";
