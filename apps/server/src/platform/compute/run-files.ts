/** Names in a run's folder (contract: `runFileSchema`), the same for engines and runners. */
export const RUN_FILE = "run.json";
export const TASKS_FILE = "tasks.ndjson";
export const logFile = (task: number): string => `log-${task}.txt`;
/** The last of what a task's program reported with `progress`: a number from 0 to 1. */
export const progressFile = (task: number): string => `progress-${task}`;
/** Which element of a batch system's array took a task; see `runner/task-claims.ts`. */
export const claimFile = (task: number): string => `claim-${task}`;
/** What an element's runner wrote to its standard error, where it ended in an unforeseen way. */
export const elementLog = (element: number | "%a"): string => `array-${element}.txt`;
/** Which execution of an element is the valid one. */
export const elementFile = (element: string): string => `element-${element}`;
