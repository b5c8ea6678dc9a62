export { type DiskFile, diskFile } from "./disk-file.ts";
export { nodeHasher } from "./node-hasher.ts";
export { nodePorts } from "./node-ports.ts";
export { readFolder, type ReadFolder, type ReadFolderOptions } from "./read-folder.ts";
export { readingReason } from "./system-reason.ts";
