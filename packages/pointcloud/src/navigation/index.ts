export * from "./interpolation.ts";
export * from "./rotation.ts";
export * from "./trajectory.ts";
export * from "./trajectory-report.ts";
