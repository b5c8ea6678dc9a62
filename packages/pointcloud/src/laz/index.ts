export { chunkTable, type LazChunk } from "@swath/survey/laz";
export { LAYER, type LeftOut } from "./chunk-layers.ts";
export { decodeChunk } from "./decode-chunk.ts";
export { ChunkEncoder } from "./encode/chunk-encoder.ts";
export { ChunkFile } from "./encode/chunk-file.ts";
export { chunkTableBytes } from "./encode/chunk-table.ts";
export { laszipRecord, layeredItems, VARIABLE } from "./encode/laszip-record.ts";
export { LazBody } from "./encode/laz-body.ts";
export { ITEM, laszipOf, type LazItem, type RecordPlan, recordPlan } from "./record-plan.ts";
