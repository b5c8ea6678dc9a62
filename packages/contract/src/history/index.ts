export * from "./audit.ts";
export * from "./history-routes.ts";
