import { dirname, join } from "node:path";
import type { ComputeRun } from "../compute/compute-engine.ts";
import type { SandboxMode } from "../compute/find-sandbox.ts";
import { elementLog } from "../compute/run-files.ts";

export interface ArrayJobOptions {
  readonly version: string;
  /** Node.js and the program `runner/main.ts`, as the nodes see them. */
  readonly node: string;
  readonly runner: string;
  /** Whether a node's programs run in a sandbox, which its runner looks for there. */
  readonly sandbox?: SandboxMode | undefined;
  /** Where tasks have their working folders on a node; its temporary folder by default. */
  readonly scratch?: string | undefined;
  readonly partition?: string | undefined;
  readonly account?: string | undefined;
  /** Most time that the partition gives a job. */
  readonly maxMinutes: number;
}

/** Beside its program a task's job holds the runner. */
const RUNNER_BYTES = 192 * 1_048_576;
const MIB = 1_048_576;
/** Slurm's own limit is 1,001 elements unless its administrator set another. */
const MAX_ELEMENTS = 1_000;
/** Elements for each task that can run at once: as many again may start when nodes become free. */
const ELEMENTS_PER_SLOT = 2;
const LEAST_ELEMENTS = 8;
/** For what is not the program's: start, inputs, outputs. */
const SPARE_SECONDS = 300;

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/**
 * How many elements the array has. Each takes task after task, so that thousands of short tasks cost
 * no job step each, and no element ends long after the others.
 */
export function elementsOf(run: ComputeRun, slots: number, maxMinutes: number): number {
  const wanted = Math.max(slots * ELEMENTS_PER_SLOT, LEAST_ELEMENTS);
  const room = Math.max(maxMinutes * 60 - SPARE_SECONDS, run.seconds);
  const needed = Math.ceil((run.tasks * run.seconds) / room);
  return Math.min(Math.max(wanted, needed), run.tasks, MAX_ELEMENTS);
}

/** Minutes that suffice whatever the elements' luck: each takes tasks only while there are any. */
function minutesOf(run: ComputeRun, elements: number, maxMinutes: number): number {
  const seconds = run.seconds * (Math.ceil(run.tasks / elements) + 1) + SPARE_SECONDS;
  return Math.min(Math.ceil(seconds / 60), maxMinutes);
}

/** What `job/submit` is given for a run. */
export function arrayJob(run: ComputeRun, elements: number, options: ArrayJobOptions): object {
  const { version, node, runner, sandbox = "auto", scratch } = options;
  const { partition, account, maxMinutes } = options;
  const temporary = scratch === undefined ? '"${TMPDIR:-/tmp}"' : quoted(scratch);
  const words = [node, runner, run.folder].map(quoted).join(" ");
  const script = `#!/bin/bash
exec ${words} --element "$SLURM_ARRAY_TASK_ID" --scratch ${temporary} --sandbox ${sandbox}
`;
  const environment = {
    PATH: "/usr/local/bin:/usr/bin:/bin",
    // The runner's modules are compiled once for all runs; others cannot write below the runs' folder.
    NODE_COMPILE_CACHE: join(dirname(run.folder), ".code"),
  };
  const isOld = Number(version.split(".").at(-1)) <= 38;
  const limited = (number: number) => (isOld ? number : { set: true, number });
  return {
    script,
    job: {
      name: run.key,
      comment: `${run.key} ${run.tasks} ${run.label}`,
      array: `0-${elements - 1}`,
      tasks: 1,
      cpus_per_task: run.cpus,
      memory_per_node: limited(Math.ceil((run.memoryBytes + RUNNER_BYTES) / MIB)),
      time_limit: limited(minutesOf(run, elements, maxMinutes)),
      requeue: true,
      current_working_directory: run.folder,
      standard_output: "/dev/null",
      standard_error: join(run.folder, elementLog("%a")),
      environment: isOld
        ? environment
        : Object.entries(environment).map(([name, value]) => `${name}=${value}`),
      ...(partition === undefined ? {} : { partition }),
      ...(account === undefined ? {} : { account }),
      ...(run.feature === null ? {} : { constraints: run.feature }),
    },
  };
}
