import { spawn } from "node:child_process";
import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const PARENT_CHECK_MS = 500;

/** Calls back when the npm that started this process is gone: npm forwards no kill -9. */
function whenOrphaned(callback) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, PARENT_CHECK_MS);
  timer.unref();
}

/**
 * Runs a program as if it were this process: signals go to it, its end is ours; where npm was
 * killed it is told to end.
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
