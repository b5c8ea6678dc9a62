export * from "./api.ts";
export * from "./source.ts";
export type * from "./source-hasher.ts";
