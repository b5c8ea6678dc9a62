export * from "./browser-ports.ts";
export * from "./read-ranges.ts";
