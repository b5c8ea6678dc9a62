export * from "./archive-path.ts";
export * from "./archive-endpoints.ts";
