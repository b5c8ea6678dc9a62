export * from "./api.ts";
export * from "./source.ts";
