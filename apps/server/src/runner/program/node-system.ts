import { type ChildProcess, spawn } from "node:child_process";
import { lstatSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { statFields } from "../../platform/local-compute/process-identity.ts";
import {
  DRAIN_MS,
  NOT_STARTED,
  type ProgramExit,
  type ProgramStart,
  type StartedProgram,
  type System,
} from "./program-system.ts";

const CUTIME = 13;
const TICKS = 100;

let cpuTicksBefore = 0;

/** Processor time of the child that was just reaped, s; of two at once the first gets both's. */
function reapedCpuSeconds(): number {
  const fields = statFields("self");
  const ticks = Number(fields?.[CUTIME] ?? 0) + Number(fields?.[CUTIME + 1] ?? 0);
  const seconds = (ticks - cpuTicksBefore) / TICKS;
  cpuTicksBefore = ticks;
  return Math.max(seconds, 0);
}

function start({ words, folder, environment, stdout, stderr }: ProgramStart): StartedProgram {
  const [file = "", ...rest] = words;
  const child = spawn(file, rest, {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: Object.fromEntries(environment.map((each) => each.split(/=(.*)/su, 2))),
  });
  child.stdout.on("data", stdout);
  child.stderr.on("data", stderr);
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const drain = async (): Promise<void> => {
    if (child.pid !== undefined)
      await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })]);
    child.stdout.destroy();
    child.stderr.destroy();
  };
  return { pid: child.pid, exit: exitOf(child), listen: () => undefined, drain };
}

function exitOf(child: ChildProcess): Promise<ProgramExit> {
  return new Promise((resolve) => {
    child.once("exit", (exitCode, signal) =>
      resolve({ exitCode, signal, cpuSeconds: reapedCpuSeconds() }),
    );
    child.once("error", () => resolve(NOT_STARTED));
  });
}

/** Serves everywhere; for each program the system copies the runner's own memory map. */
export const nodeSystem: System = {
  start,
  leftovers: () => "unknown",
  changedAt: (path) => lstatSync(path).ctimeMs,
};
