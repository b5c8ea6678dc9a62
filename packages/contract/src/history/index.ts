export * from "./audit.ts";
export * from "./history-endpoints.ts";
