export { chunkTable, type LazChunk } from "@swath/survey/laz";
export { decodeChunk } from "./decode-chunk.ts";
export { ITEM, type LazItem, laszipOf } from "./laszip-record.ts";
export { type RecordPlan, recordPlan } from "./record-plan.ts";
