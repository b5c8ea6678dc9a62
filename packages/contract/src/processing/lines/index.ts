export * from "./lines-file.ts";
export * from "./lines-routes.ts";
export * from "./reflight.ts";
