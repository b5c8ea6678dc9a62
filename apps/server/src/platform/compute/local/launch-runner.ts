import { spawn } from "node:child_process";
import { appendFileSync, closeSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { identify, type ProcessIdentity } from "../processes/process-identity.ts";
import { LAUNCHES_FILE } from "./run-record.ts";

/** The system copies the runner's own memory map for each program that it starts: it is kept small. */
const LEAN = ["--max-semi-space-size=2", "--single-threaded-gc"];

/** How often a run's runner was started. */
export function launchesOf(record: string): number {
  try {
    return statSync(join(record, LAUNCHES_FILE)).size;
  } catch {
    return 0;
  }
}

/**
 * Starts a run's runner in a session of its own, so that it outlives this process; nothing of this
 * process's environment, where secrets are, goes with it. Undefined where the system starts none.
 */
export function launchRunner(
  runner: string,
  record: string,
  codeCache: string,
): ProcessIdentity | undefined {
  appendFileSync(join(record, LAUNCHES_FILE), ".");
  const log = openSync(join(record, "runner.log"), "a", 0o600);
  const child = spawn(process.execPath, [...LEAN, runner, "--record", record], {
    cwd: record,
    detached: true,
    stdio: ["ignore", "ignore", log],
    env: {
      PATH: process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
      // Its modules are compiled once, not for each run.
      NODE_COMPILE_CACHE: codeCache,
    },
  });
  closeSync(log);
  child.unref();
  // A process that could not be started has no number, and says so later too.
  child.once("error", () => undefined);
  return child.pid === undefined ? undefined : identify(child.pid);
}
