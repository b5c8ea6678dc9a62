export { createUploader } from "./run/upload-controller.ts";
export * from "./run/uploader.ts";
export * from "./state/upload-job.ts";
export * from "./state/upload-snapshot.ts";
