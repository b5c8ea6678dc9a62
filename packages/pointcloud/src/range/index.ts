export { type RangeBlock, type RangeHeader } from "./range-format.ts";
export * from "./range-reader.ts";
export * from "./range-format.ts";
