import type { RunTask, TaskEnding, TaskResult } from "@swath/contract/processing";
import { readdirSync, statfsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { logFile, progressFile } from "../../platform/compute/run-files.ts";
import { placeOf } from "../../platform/local-compute/marked-processes.ts";
import type { OpenRun } from "../open-run.ts";
import type { ProcessWatch } from "../program/process-watch.ts";
import { cut, ProgramOutput } from "../program/program-output.ts";
import { type ProgramEnd, runProgram } from "../program/run-program.ts";
import type { ProgramBounds, System } from "../program/program-system.ts";
import { TaskLog } from "../program/task-log.ts";
import { isDiskFull, type TaskFault } from "./fault.ts";
import { loadFetchInputs, loadKeepOutputs } from "./load-later.ts";
import { outgrown, WORK_FOR_OUTPUT } from "./output-limits.ts";
import type { SharedInputs } from "./shared-inputs.ts";
import type { TaskFolder, TaskFolders } from "./task-folder.ts";
import type { ResultWriter } from "./write-result.ts";

const PLACEHOLDER = /\{(out|work|task|input(?:\.([a-z][A-Za-z0-9]{0,31}))?)\}/g;

/** The words of a task's command; they go to the program as they are, past any shell. */
export function commandLine(
  command: readonly string[],
  task: RunTask,
  folder: TaskFolder,
): readonly string[] {
  const own = task.input === null ? "" : join(folder.inputs, task.input.of, task.input.path);
  const values: Readonly<Record<string, string>> = {
    out: folder.out,
    work: folder.work,
    task: task.name,
    input: own,
  };
  return command.map((word) =>
    word.replaceAll(PLACEHOLDER, (_, name: string, input: string | undefined) =>
      input === undefined ? (values[name] ?? "") : join(folder.inputs, input),
    ),
  );
}

/** What a program answers that knows no way to process a recording (docs/stages.md). */
const NO_PROGRAM = 3;
const NOT_FOUND = 127;
/** A disk with less than this is full. */
const NO_ROOM_BYTES = 1_048_576;

function hasNoRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < NO_ROOM_BYTES;
  } catch {
    return false;
  }
}

interface DescribedEnd {
  readonly ending: TaskEnding;
  /** In words, after the name of what ended so. */
  readonly reason: string;
}

function signalled(end: ProgramEnd, output: ProgramOutput): DescribedEnd {
  if (end.kernelOutOfMemory)
    return { ending: "outOfMemory", reason: "was ended by the system for want of memory" };
  if (end.signal === "SIGXFSZ")
    return { ending: "outputFault", reason: "wrote more than one file may hold" };
  if (output.reportsNoMemory) return { ending: "outOfMemory", reason: "found no more memory" };
  return { ending: "signalled", reason: `was ended by ${end.signal}` };
}

function failed(end: ProgramEnd, output: ProgramOutput): DescribedEnd {
  const last = output.lastLine === "" ? "" : `: ${output.lastLine}`;
  if (end.exitCode === NO_PROGRAM)
    return { ending: "failed", reason: `has no program for this recording${last}` };
  if (end.exitCode === NOT_FOUND) return { ending: "failed", reason: `was not found${last}` };
  return { ending: "failed", reason: `ended with exit code ${end.exitCode}${last}` };
}

/** How a program ended, and why: exit, signal, memory, time or disk, distinguished. */
function describeEnd(end: ProgramEnd, output: ProgramOutput, folder: string): DescribedEnd {
  if (end.ended !== undefined) return end.ended;
  if (end.exitCode === 0) return { ending: "succeeded", reason: "" };
  if (output.reportsFullDisk || hasNoRoom(folder))
    return { ending: "outOfDisk", reason: "found no room left on the disk" };
  return end.signal === null ? failed(end, output) : signalled(end, output);
}

/** What all tasks of a runner share. */
export interface TaskSetting {
  readonly run: OpenRun;
  /** This runner, and no other one, for the marks of its processes. */
  readonly runner: string;
  readonly folders: TaskFolders;
  readonly watch: ProcessWatch;
  readonly system: System;
  readonly results: ResultWriter;
  readonly shared: SharedInputs;
  readonly storeSeconds: number;
  readonly signal: AbortSignal;
  /** Whether a cancelled task gets a result; not where its batch system may start it again. */
  readonly recordsCancelled: () => boolean;
  /** Whether this execution is still the one that counts. */
  readonly isCurrent: () => boolean;
}

type Outcome = Pick<TaskResult, "ending" | "errors" | "outputs" | "measures">;
type Timed = Pick<TaskResult, "exitCode" | "signal" | "cpuSeconds" | "peakMemoryBytes">;

const NODE = hostname();
const NOT_STARTED: Timed = { exitCode: null, signal: null, cpuSeconds: 0, peakMemoryBytes: 0 };
/** A program that failed in files that it names may have results of the others. */
const FAILED_IN_FILES = 1;

const faulty = ({ ending, file, message }: TaskFault): Outcome => ({
  ending,
  errors: [{ file: cut(file), message: cut(message) }],
  outputs: [],
  measures: [],
});

/**
 * Executes one task: inputs fetched and verified, program, outputs stored aside, result last.
 * Killed anywhere, it can be executed again. Rejects only where no result can be written.
 */
export async function executeTask(task: RunTask, setting: TaskSetting): Promise<void> {
  const { signal } = setting;
  if (signal.aborted) return;
  const started = new Date();
  const { timed, outcome } = await outcomeOf(task, setting);
  if (!setting.isCurrent() || (outcome.ending === "cancelled" && !setting.recordsCancelled()))
    return;
  const ended = new Date();
  const result = {
    task: task.task,
    name: task.name,
    node: NODE,
    started,
    ended,
    ...timed,
    ...outcome,
  };
  await setting.results.write(result, ended.getTime() - started.getTime());
}

async function outcomeOf(
  task: RunTask,
  setting: TaskSetting,
): Promise<{ timed: Timed; outcome: Outcome }> {
  let timed = NOT_STARTED;
  let folder: TaskFolder | undefined;
  try {
    folder = setting.folders.take();
    const fault = hasInputs(task) ? await fetch(task, folder, setting) : undefined;
    if (fault !== undefined) return { timed, outcome: faulty(fault) };
    const output = new ProgramOutput(`${setting.run.folder}/${progressFile(task.task)}`);
    const end = await programOf(task, folder, setting, output);
    const { exitCode, cpuSeconds, peakMemoryBytes } = end;
    timed = { exitCode, signal: end.signal, cpuSeconds, peakMemoryBytes };
    return { timed, outcome: await outcomeOfProgram(task, folder, setting, { end, output }) };
  } catch (error) {
    return { timed, outcome: faulty(unexpected(task, error, timed !== NOT_STARTED)) };
  } finally {
    if (folder !== undefined) setting.folders.give(folder);
  }
}

const hasInputs = ({ inputs }: RunTask): boolean => Object.keys(inputs).length > 0;

async function fetch(
  task: RunTask,
  { inputs }: TaskFolder,
  setting: TaskSetting,
): Promise<TaskFault | undefined> {
  const { fetchInputs } = await loadFetchInputs();
  return fetchInputs(task, inputs, setting.shared, callsOf(setting));
}

function unexpected(task: RunTask, error: unknown, hasRun: boolean): TaskFault {
  const file = task.name;
  if (isDiskFull(error))
    return { ending: "outOfDisk", file, message: "the disk of its node has no room left" };
  return { ending: hasRun ? "outputFault" : "inputFault", file, message: String(error) };
}

const callsOf = ({ run, storeSeconds, signal }: TaskSetting) => ({
  objects: run.objects,
  storeSeconds,
  signal,
});

function boundsOf({ resources, sandbox, output }: OpenRun, folder: TaskFolder): ProgramBounds {
  return {
    memoryBytes: resources.memoryBytes,
    fileBytes: output.maxBytes * WORK_FOR_OUTPUT,
    processes: sandbox.processes,
    network: sandbox.network,
    read: [folder.inputs],
    write: [folder.out, folder.work],
    needed: sandbox,
  };
}

async function programOf(
  task: RunTask,
  folder: TaskFolder,
  { run, runner, watch, system, signal }: TaskSetting,
  output: ProgramOutput,
): Promise<ProgramEnd> {
  const log = new TaskLog(`${run.folder}/${logFile(task.task)}`);
  try {
    return await runProgram({
      words: commandLine(run.command, task, folder),
      folder: folder.work,
      mark: `${run.key}/${task.task}/${placeOf(run.folder)}/${runner}`,
      cpus: run.resources.cpus,
      memoryBytes: run.resources.memoryBytes,
      seconds: task.seconds,
      bounds: boundsOf(run, folder),
      output,
      log,
      watch,
      system,
      signal,
      outgrown: () => outgrown(folder, run.output),
    });
  } finally {
    log.close();
  }
}

async function outcomeOfProgram(
  task: RunTask,
  folder: TaskFolder,
  setting: TaskSetting,
  { end, output }: { end: ProgramEnd; output: ProgramOutput },
): Promise<Outcome> {
  const { ending, reason } = describeEnd(end, output, folder.work);
  const errors = [...output.errors];
  if (ending !== "succeeded" && (errors.length === 0 || ending !== "failed"))
    errors.unshift({
      file: cut(task.input?.path ?? task.name),
      message: cut(`the program ${reason}`),
    });
  const isKept =
    ending === "succeeded" || (ending === "failed" && end.exitCode === FAILED_IN_FILES);
  if (!isKept) return { ending, errors: errors.slice(0, 1_000), outputs: [], measures: [] };
  const { folders } = setting;
  if (folders.isUntouched(folder) || readdirSync(folder.out).length === 0)
    return { ending, errors, outputs: [], measures: [] };
  const kept = await keep(folder, setting);
  if ("ending" in kept) return faulty(kept);
  return { ending, errors, ...kept };
}

async function keep(
  { out }: TaskFolder,
  setting: TaskSetting,
): Promise<Pick<Outcome, "outputs" | "measures"> | TaskFault> {
  const { keepOutputs } = await loadKeepOutputs();
  const { isCurrent, run } = setting;
  return keepOutputs(out, run.output, { ...callsOf(setting), isCurrent });
}
