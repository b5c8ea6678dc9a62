export * from "./ellipsoid.ts";
export * from "./gda2020.ts";
export * from "./projected-system.ts";
export * from "./system-conversion.ts";
export * from "./system-wkt.ts";
