export { CopcBody, type CopcLimits, isOfCopc } from "./copc-body.ts";
export type { CopcInfo, NodeKey } from "./copc-records.ts";
export type { PointSpool } from "./point-spool.ts";
export {
  type Box,
  CopcFault,
  copcInfo,
  type CopcNode,
  copcNodes,
  type ReadRange,
} from "./read-copc.ts";
