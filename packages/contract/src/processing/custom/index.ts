export * from "./custom-processing.ts";
export * from "./custom-endpoints.ts";
export * from "./custom-rules.ts";
