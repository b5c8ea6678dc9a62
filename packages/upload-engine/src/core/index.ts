export { compareContent, type ComparedFile, type Comparison } from "./run/compare-receipt.ts";
export {
  companionsBeside,
  compareReceipt,
  type DriveComparison,
  type DriveFolder,
} from "./run/compare-receipt.ts";
export { createUploader, type Uploader } from "./run/uploader.ts";
export { type HourlyLimit, rateAt } from "./send/ready-objects.ts";
export type { Selection, UploadJob } from "./state/upload-model.ts";
export type { Stall, TimeLeft } from "./state/upload-progress.ts";
export {
  type FileRow,
  sourcesText,
  STEP_NAMES,
  stepsOf,
  type UploadFault,
  type UploadSnapshot,
} from "./state/upload-snapshot.ts";
