export * from "./job-states.ts";
export * from "./job-status.ts";
export * from "./stage-file.ts";
export * from "./task-result.ts";
