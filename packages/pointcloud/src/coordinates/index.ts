export * from "./ellipsoid.ts";
export * from "./geoid-grid.ts";
export * from "./projected-system.ts";
export * from "./system-conversion.ts";
export * from "./system-wkt.ts";
export * from "./wkt-system.ts";
