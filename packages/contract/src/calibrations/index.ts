export * from "./calibration.ts";
export * from "./calibration-endpoints.ts";
export * from "./calibration-form.ts";
export * from "./instrument-files.ts";
export { AIRCRAFT_TYPES } from "../ids/ids.ts";
