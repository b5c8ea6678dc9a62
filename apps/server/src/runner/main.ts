import { setPriority } from "node:os";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { loadSystem } from "./program/load-system.ts";
import { runElement } from "./run-element.ts";
import { runRecord } from "./run-record.ts";

/*
 * The runner: executes tasks of a run's folder (contract: `runFileSchema`), on whatever machine a
 * compute engine starts it.
 *
 *   main.ts --record RECORD              all tasks of a run of the local engine, by its budget
 *   main.ts FOLDER --element N           tasks that no other element has taken, one after another
 *   main.ts FOLDER TASK …                these tasks, one after another
 *
 * Exit code 0 where each of its tasks has a result, 1 where one has none.
 */
const USAGE = "usage: main.ts --record RECORD | FOLDER --element N [--scratch DIR] | FOLDER TASK …";
/** Below the servers', whose calls come first. */
const NICE = 10;
/** Of all processes, the kernel takes a task's first when memory ends (proc(5): oom_score_adj). */
const OOM_SCORE = "500";

process.umask(0o077);

const stopped = new AbortController();
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
  process.on(signal, () => stopped.abort());

function giveWay(): void {
  try {
    setPriority(NICE);
    writeFileSync("/proc/self/oom_score_adj", OOM_SCORE);
  } catch {
    // Where the system has neither, it goes on without.
  }
}

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      record: { type: "string" },
      element: { type: "string" },
      scratch: { type: "string" },
    },
  });
  giveWay();
  if (values.record !== undefined)
    return runRecord(resolve(values.record), stopped.signal, loadSystem);
  const [folder, ...tasks] = positionals;
  if (folder === undefined) throw new Error(USAGE);
  return runElement({
    folder: resolve(folder),
    element: values.element ?? `tasks-${tasks.join("-")}`.slice(0, 100),
    tasks: tasks.length === 0 ? undefined : tasks.map(Number),
    scratch: values.scratch,
    signal: stopped.signal,
    loadSystem,
  });
}

process.exit((await main()) ? 0 : 1);
