export * from "./point-block.ts";
