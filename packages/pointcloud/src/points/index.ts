export * from "./new-block.ts";
export * from "./point-block.ts";
