export { type DiskFile, diskFile, readingReason } from "./disk-file.ts";
export { nodePorts } from "./node-ports.ts";
export { nodeHasher } from "./node-preparer.ts";
export { readFolder, type ReadFolder, type ReadFolderOptions } from "./read-folder.ts";
