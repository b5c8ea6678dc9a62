export * from "./bulk-endpoints.ts";
export * from "./orchestration-endpoints.ts";
export * from "./processing.ts";
export * from "./processing-query.ts";
export * from "./processing-endpoints.ts";
