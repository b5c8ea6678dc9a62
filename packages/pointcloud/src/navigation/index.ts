export * from "./interpolation.ts";
export * from "./lever-arm.ts";
export * from "./rotation.ts";
export * from "./sbet.ts";
export * from "./trajectory.ts";
export * from "./trajectory-report.ts";
