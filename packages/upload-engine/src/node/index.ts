export { type DiskFile, diskFile, folderFiles } from "./disk-file.ts";
export { nodePorts } from "./node-ports.ts";
