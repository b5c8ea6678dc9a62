export * from "./job-actions.ts";
export * from "./job-facts.ts";
export * from "./job-states.ts";
export * from "./job-status.ts";
export * from "./offered-actions.ts";
export * from "./stage-file.ts";
export * from "./task-result.ts";
