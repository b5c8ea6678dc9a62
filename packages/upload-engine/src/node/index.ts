export { type DiskFile, diskFile, folderFiles } from "./disk-file.ts";
export { nodeHasher } from "./node-hasher.ts";
export { nodePorts } from "./node-ports.ts";
