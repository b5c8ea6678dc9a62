export * from "./entry-order.ts";
export * from "./explorer.ts";
export * from "./explorer-routes.ts";
