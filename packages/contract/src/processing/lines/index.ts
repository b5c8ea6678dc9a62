export * from "./lines-file.ts";
export * from "./line-endpoints.ts";
export * from "./reflight.ts";
