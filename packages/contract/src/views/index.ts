export * from "./view-lists.ts";
export * from "./view-endpoints.ts";
