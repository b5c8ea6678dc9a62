export {
  companionsBeside,
  compareContent,
  type ComparedFile,
  compareReceipt,
  type Comparison,
  type DriveComparison,
  type DriveFolder,
} from "./run/compare-drive.ts";
export { createUploader, type Uploader } from "./run/uploader.ts";
export type { Selection, UploadJob } from "./state/upload-model.ts";
export { type HourlyLimit, rateAt, type Stall, type TimeLeft } from "./state/upload-progress.ts";
export {
  type FileRow,
  sourcesText,
  STEP_NAMES,
  stepsOf,
  type UploadFault,
  type UploadSnapshot,
} from "./state/upload-snapshot.ts";
