export * from "./uploader.ts";
export * from "./upload-snapshot.ts";
