export * from "./entry-order.ts";
export * from "./explorer.ts";
export * from "./explorer-endpoints.ts";
