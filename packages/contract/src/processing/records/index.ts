export * from "./custom-processing.ts";
export * from "./orchestration-routes.ts";
export * from "./processing.ts";
export * from "./processing-query.ts";
export * from "./processing-routes.ts";
export * from "./resubmit-impact.ts";
