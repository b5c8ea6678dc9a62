import { setPriority } from "node:os";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { findSandboxHere, SANDBOX_MODES } from "../platform/compute/find-sandbox.ts";
import { readEnded } from "../platform/local-compute/local-run-files.ts";
import { loadCLibrary } from "./program/c-library.ts";
import type { System } from "./program/program-system.ts";
import { sandboxedSystem } from "./program/sandboxed-system.ts";
import { systemOf } from "./program/posix-system.ts";
import { runElement } from "./run-element.ts";
import { runRecord } from "./run-local-record.ts";
import { startGuard } from "./start-guard.ts";

/*
 * The runner: executes tasks of a run's folder (contract: `runFileSchema`), on whatever machine a
 * compute engine starts it.
 *
 *   main.ts --local                      all tasks of runs of the local engine, by its budget; the
 *                                        folders of their records come by the standard input, one a
 *                                        line, each once the run before it has ended
 *   main.ts FOLDER --element N           tasks that no other element has taken, one after another
 *   main.ts FOLDER TASK …                these tasks, one after another
 *
 * `--sandbox auto|required|off` says whether their programs run in a sandbox, `--nice N` (0 to 19, 10
 * unless said) how far they give way to the servers, whose calls come first.
 *
 * Exit code 0 where each of its tasks has a result, 1 where one has none.
 */
const USAGE =
  "usage: main.ts [--sandbox auto|required|off] [--nice N] --local | FOLDER --element N [--scratch DIR] | FOLDER TASK …";
/** Of all processes, the kernel takes a task's first when memory ends (proc(5): oom_score_adj). */
const OOM_SCORE = "500";
const STDERR = 2;

process.umask(0o077);

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

function untilStopped(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of SIGNALS) process.on(signal, () => stopping.abort());
  return stopping.signal;
}

function giveWay(nice: number): void {
  try {
    setPriority(nice);
    writeFileSync("/proc/self/oom_score_adj", OOM_SCORE);
  } catch {
    // Where the system has neither, it goes on without.
  }
}

/** What Node.js itself reports goes there: the number that is free is given to what is opened next. */
function logTo(path: string): void {
  closeSync(STDERR);
  try {
    openSync(path, "a", 0o600);
  } catch (error) {
    // koffi flushes it when the process ends, and would wait for ever where it is closed.
    openSync("/dev/null", "a");
    throw error;
  }
}

/** What takes a while is done before there is a run; one follows another. */
async function runLocal(openSystem: () => System): Promise<boolean> {
  const stopped = untilStopped();
  const records = createInterface({ input: process.stdin, signal: stopped });
  const { runner, dismiss } = startGuard();
  const system = openSystem();
  let isWhole = true;
  try {
    for await (const record of records) {
      logTo(join(record, "runner.log"));
      isWhole = await runRecord(record, { stopped, runner, system });
      // What it could not end, its engine gives to another process.
      if (readEnded(record) === undefined) break;
    }
    return isWhole;
  } finally {
    await dismiss();
  }
}

function warn(words: string): void {
  process.stderr.write(`${words}\n`);
}

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      local: { type: "boolean" },
      element: { type: "string" },
      scratch: { type: "string" },
      sandbox: { type: "string", default: "auto" },
      nice: { type: "string", default: "10" },
    },
  });
  giveWay(Number(values.nice));
  const library = await loadCLibrary();
  const mode = SANDBOX_MODES.find((each) => each === values.sandbox);
  if (mode === undefined) throw new Error(USAGE);
  const openSystem = () =>
    sandboxedSystem(systemOf(library), mode, { find: findSandboxHere, warn });
  if (values.local === true) return runLocal(openSystem);
  const [folder, ...tasks] = positionals;
  if (folder === undefined) throw new Error(USAGE);
  return runElement({
    folder: resolve(folder),
    element: values.element ?? `tasks-${tasks.join("-")}`.slice(0, 100),
    tasks: tasks.length === 0 ? undefined : tasks.map(Number),
    scratch: values.scratch,
    signal: untilStopped(),
    openSystem,
  });
}

process.exit((await main()) ? 0 : 1);
