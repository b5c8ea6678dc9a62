export { pointDecoder } from "./decode-points.ts";
export type { WrittenFormat } from "./encode-points.ts";
export { crsRecords, type LasCrs } from "./las-crs.ts";
export { type LasFile, type LasResult, openLas, type Triple } from "./las-file.ts";
export { lasPoints } from "./las-points.ts";
export type { LasRecord } from "./las-record.ts";
export { type ByteSink, copySettings, type LasSettings, LasWriter } from "./las-writer.ts";
export { newTally, type PointTally, tally } from "./point-tally.ts";
export { pointLayout } from "./point-layout.ts";
