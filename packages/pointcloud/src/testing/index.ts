export { lasBytes } from "../las/testing/las-bytes.ts";
export { EXTRA_BYTES, plannedRecords } from "../las/testing/planned-records.ts";
export { CHUNK_POINTS, LASZIP_CHUNKS } from "../laz/testing/laszip-chunks.ts";
export { memoryFile, type MemoryFile } from "./memory-file.ts";
export { memorySpool, type MemorySpool } from "./memory-spool.ts";
