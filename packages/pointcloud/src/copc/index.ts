export { CopcBody, type CopcLimits, isOfCopc } from "./copc-body.ts";
export type { CopcInfo, NodeKey } from "./copc-records.ts";
export { CopcTree, type TreeNode } from "./copc-tree.ts";
export type { PointSpool } from "./point-spool.ts";
export { copcInfo, type CopcNode, copcNodes } from "./read-copc.ts";
export { type Box, CopcFault, type ReadRange } from "./read-page.ts";
