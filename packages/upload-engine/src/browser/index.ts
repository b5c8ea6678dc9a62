export { browserFile } from "./browser-file.ts";
export { browserHasher } from "./browser-hasher.ts";
export * from "./browser-ports.ts";
export * from "./workers/read-ranges.ts";
