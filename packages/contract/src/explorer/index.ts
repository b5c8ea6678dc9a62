export * from "./explorer.ts";
export * from "./explorer-routes.ts";
