export * from "./control-planes.ts";
export * from "./estimate-shift.ts";
export { principalDirection } from "./numeric-methods.ts";
export * from "./strip-differences.ts";
export * from "./strip-grid.ts";
export * from "./strip-shifts.ts";
export * from "./strip-surface.ts";
