export * from "./control-differences.ts";
export * from "./estimate-shift.ts";
export * from "./principal-direction.ts";
export * from "./strip-differences.ts";
export * from "./strip-grid.ts";
export * from "./strip-shifts.ts";
export * from "./strip-surface.ts";
