export * from "./ellipsoid.ts";
export * from "./projected-system.ts";
export * from "./system-conversion.ts";
export * from "./system-wkt.ts";
