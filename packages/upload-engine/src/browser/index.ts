export { browserFile, browserHasher } from "./browser-file.ts";
export { browserPorts } from "./browser-ports.ts";
export { readTogether } from "./workers/read-file.ts";
