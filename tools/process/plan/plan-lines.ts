import { LIMITS, type PipelinePlan, type StagePlan } from "./plan-pipeline.ts";
import type { PlannedFile } from "./planned-flight.ts";

const HEAD = [
  "stage",
  "tasks",
  "CPU h",
  "read GB",
  "/used",
  "written GB",
  "longest min",
  "join min",
  "MB",
  "",
];
const GB = 1e9;

const BEYOND = {
  memory: `over ${LIMITS.memory} MB`,
  minutes: `over ${LIMITS.minutes} min`,
  readOfUsed: `reads over ${LIMITS.readOfUsed} times what it uses`,
} as const;

const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en-GB") : value.toFixed(value >= 10 ? 1 : 2);

function cellsOf(plan: StagePlan): string[] {
  const { stage, tasks, hours, bytesRead, bytesUsed, bytesWritten, minutes, joinMinutes } = plan;
  return [
    stage,
    tasks.toLocaleString("en-GB"),
    figure(hours),
    figure(bytesRead / GB),
    bytesUsed === 0 ? "" : (bytesRead / bytesUsed).toFixed(2),
    figure(bytesWritten / GB),
    figure(minutes),
    figure(joinMinutes),
    figure(plan.memory),
    plan.beyond.map((limit) => BEYOND[limit]).join(", "),
  ];
}

const words = (value: number): string => value.toLocaleString("en-GB");

/** A plan as lines: a row for each stage, then the sums. */
export function planLines(
  files: readonly PlannedFile[],
  plan: PipelinePlan,
  cores: number,
): string[] {
  const points = files.reduce((sum, each) => sum + each.points, 0);
  const bytes = files.reduce((sum, each) => sum + each.bytes, 0);
  const rows = [HEAD, ...plan.stages.map(cellsOf)];
  const widths = HEAD.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  const aligned = rows.map((row) =>
    row
      .map((cell, at) =>
        at === 0 || at === row.length - 1 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!),
      )
      .join("  ")
      .trimEnd(),
  );
  const tasks = plan.stages.reduce((sum, stage) => sum + stage.tasks, 0);
  return [
    `${words(Math.round(points))} points in ${words(files.length)} ${files.length === 1 ? "file" : "files"}, ${figure(bytes / GB)} GB`,
    ...aligned,
    `${words(tasks)} tasks, ${figure(plan.hours)} hours of processor, ${figure(plan.bytesRead / GB)} GB read, ${figure(plan.bytesWritten / GB)} GB written`,
    `${figure(plan.hoursOnCores)} hours on ${words(cores)} cores; critical path ${figure(plan.criticalHours)} hours`,
  ];
}
