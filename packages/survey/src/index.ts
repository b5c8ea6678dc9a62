export * from "./check-contents.ts";
export * from "./compression.ts";
export * from "./flight-facts.ts";
export * from "./folder-report.ts";
export * from "./gps-time.ts";
export * from "./inspect-file.ts";
export * from "./judge-folder.ts";
