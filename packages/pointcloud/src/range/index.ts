export * from "./range-reader.ts";
export * from "./range-format.ts";
