export * from "./reflight.ts";
