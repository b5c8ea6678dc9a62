export * from "./validate-contents.ts";
export * from "./compression.ts";
export * from "./flight-facts.ts";
export * from "./folder-report.ts";
export * from "./gps-time.ts";
export * from "./file-metadata.ts";
export * from "./sent-first.ts";
export * from "./validate-folder.ts";
