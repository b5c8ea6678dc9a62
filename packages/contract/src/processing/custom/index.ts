export * from "./custom-processing.ts";
export * from "./custom-routes.ts";
export * from "./custom-rules.ts";
