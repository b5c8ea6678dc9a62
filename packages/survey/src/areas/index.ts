export * from "./area-number.ts";
export * from "./clip-line.ts";
export * from "./project-plans.ts";
