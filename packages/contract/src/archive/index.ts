export * from "./archive-path.ts";
export * from "./archive-routes.ts";
