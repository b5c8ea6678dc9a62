import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const PARENT_CHECK_MS = 500;

/** The npm that runs this script: the parent, or its parent where npm's shell stays between. */
function findNpm() {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  if (!existsSync("/proc/self/stat")) return process.ppid;
  const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
  const [, name, parent] = /^\d+ \((.*)\) \S (\d+) /s.exec(stat) ?? [];
  return /^(da|ba|z|a)?sh$/.test(name ?? "") ? Number(parent) : process.ppid;
}

function alive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Calls back when the npm that started this process is gone: its kill -9 does not reach this process. */
function whenOrphaned(callback) {
  const npm = findNpm();
  if (npm === undefined) return;
  const timer = setInterval(() => {
    if (alive(npm)) return;
    clearInterval(timer);
    callback();
  }, PARENT_CHECK_MS);
  timer.unref();
}

/**
 * Runs a program as if it were this process: signals go to it, its end is ours; where npm was
 * killed the program is sent SIGTERM.
 */
export function follow(command, words, options) {
  const child = spawn(command, words, options);
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  whenOrphaned(() => child.kill("SIGTERM"));
  child.on("error", (error) => {
    console.error(`${command} does not start: ${error.message}`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
  return child;
}
