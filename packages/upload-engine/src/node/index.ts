export { type DiskFile, diskFile, folderFiles } from "./disk-file.ts";
export { NodePage } from "./node-page.ts";
export { nodePorts } from "./node-ports.ts";
