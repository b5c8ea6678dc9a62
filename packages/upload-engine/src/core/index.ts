export { compareContent, type ComparedFile, type Comparison } from "./run/compare-content.ts";
export {
  companionsBeside,
  compareReceipt,
  type DriveComparison,
  type DriveFolder,
} from "./run/compare-receipt.ts";
export { createUploader, type Uploader } from "./run/uploader.ts";
export { type HourlyLimit, rateAt } from "./state/hourly-limit.ts";
export type { Selection, UploadJob } from "./state/upload-job.ts";
export type { Stall, TimeLeft } from "./state/upload-progress.ts";
export {
  type FileRow,
  sourcesText,
  STEP_NAMES,
  stepsOf,
  type UploadFault,
  type UploadSnapshot,
} from "./state/upload-snapshot.ts";
