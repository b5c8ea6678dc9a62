export * from "./inertial-explorer.ts";
export * from "./interpolation.ts";
export * from "./post-processed.ts";
export * from "./rotation.ts";
export * from "./trajectory-report.ts";
export * from "./trajectory.ts";
