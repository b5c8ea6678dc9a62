export * from "./view-lists.ts";
export * from "./view-routes.ts";
