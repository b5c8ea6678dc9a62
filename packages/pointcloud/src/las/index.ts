export { pointDecoder } from "./decode-points.ts";
export type { WrittenFormat } from "./encode-points.ts";
export {
  type ExtraPart,
  joinExtraBytes,
  type JoinedExtraBytes,
  recodeExtra,
} from "./extra-bytes.ts";
export { ELLIPSOIDAL_HEIGHTS, projectedSystemRecord } from "./geotiff-keys.ts";
export { joinRecords, tooLongRecords } from "./preserved-records.ts";
export { crsRecords, type LasCrs, type StatedCrs, textRecord, textRecords } from "./las-crs.ts";
export { type LasFile, type LasResult, openLas, type Triple } from "./las-file.ts";
export { lasPoints } from "./las-points.ts";
export type { LasRecord } from "./las-record.ts";
export {
  type ByteSink,
  copySettings,
  holdingFormat,
  type LasSettings,
  LasWriter,
  writtenParts,
} from "./las-writer.ts";
export { newTally, type PointTally, tally } from "./point-tally.ts";
export { pointLayout } from "./point-layout.ts";
