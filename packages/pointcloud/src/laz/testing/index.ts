export { CHUNK_POINTS, LASZIP_CHUNKS } from "./laszip-chunks.ts";
