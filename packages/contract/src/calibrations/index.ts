export * from "./calibration.ts";
export * from "./calibration-routes.ts";
export * from "./calibration-status.ts";
