export { ELLIPSOIDAL_HEIGHTS, type LasCrs, projectedSystemRecord } from "./crs-records.ts";
export { lasPoints, pointDecoder } from "./decode-points.ts";
export { newTally, type PointTally, tally, type WrittenFormat } from "./encode-points.ts";
export {
  type ExtraPart,
  joinExtraBytes,
  type JoinedExtraBytes,
  recodeExtra,
} from "./extra-bytes.ts";
export { crsRecords, type StatedCrs, textRecord, textRecords, wktOf } from "./las-crs.ts";
export { type LasFile, type LasResult, openLas } from "./las-file.ts";
export { extendedRecordBytes, joinRecords, type LasRecord, tooLongRecords } from "./las-record.ts";
export { type ByteSink, type ExtendedRecords, type LasBody } from "./las-body.ts";
export { copySettings, holdingFormat, type LasSettings, writtenParts } from "./las-settings.ts";
export { LasWriter } from "./las-writer.ts";
export { pointLayout } from "./point-layout.ts";
