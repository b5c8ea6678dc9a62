export { chunkTable, type LazChunk } from "@swath/survey/laz";
export { decodeChunk } from "./decode-chunk.ts";
export { ITEM, laszipOf, type LazItem, type RecordPlan, recordPlan } from "./record-plan.ts";
