export * from "./calibration.ts";
export * from "./calibration-endpoints.ts";
export * from "./calibration-status.ts";
export * from "./calibration-form.ts";
export * from "./instrument-files.ts";
export * from "./instrument-differences.ts";
export * from "./plausible-values.ts";
export * from "./calibration-filters.ts";
export { AIRCRAFT_TYPES } from "../aircraft-types.ts";
