export * from "./state/hourly-limit.ts";
export * from "./run/compare-content.ts";
export * from "./run/compare-receipt.ts";
export { createUploader } from "./run/upload-controller.ts";
export * from "./run/uploader.ts";
export * from "./state/upload-job.ts";
export type { Standstill } from "./state/standstill.ts";
export type { TimeLeft } from "./state/time-left.ts";
export * from "./state/upload-snapshot.ts";
