export * from "./manifest.ts";
export * from "./object-size.ts";
export * from "./paths.ts";
export * from "./upload.ts";
export * from "./upload-ownership.ts";
export * from "./upload-plan.ts";
export * from "./upload-status.ts";
export * from "./upload-types.ts";
