import type { TaskEnding } from "@swath/contract/processing";

/** A run as an engine takes it; what its tasks do stands in its folder (contract: `runFileSchema`). */
export interface ComputeRun {
  /** Ours, and the only name that a run is known by: engines lose and reuse their own. */
  readonly key: string;
  /** What the engine's own listings show. */
  readonly label: string;
  /** Absolute; the same path on every node. */
  readonly folder: string;
  readonly tasks: number;
  /** Of one task. */
  readonly cpus: number;
  readonly memoryBytes: number;
  readonly seconds: number;
  readonly feature: string | null;
}

/** A task that ended without writing a result of its own, and how. */
export interface LostTask {
  readonly task: number;
  readonly ending: TaskEnding;
  readonly node: string | null;
  /** In words, for people. */
  readonly reason: string;
}

/** What an engine knows of a run: tasks whose results stand in the folder are counted by these. */
export interface RunState {
  readonly phase: "waiting" | "running" | "held" | "ended";
  /** Why it waits or is held, in words; null where nothing is to say. */
  readonly reason: string | null;
  readonly expectedStart: Date | null;
  readonly lost: readonly LostTask[];
}

export interface Capacity {
  readonly cpus: number;
  readonly freeCpus: number;
  readonly memoryBytes: number;
  readonly nodes: readonly EngineNode[];
  /** Bytes that tasks may still write to their working folders; null where the engine does not say. */
  readonly scratchBytes: number | null;
}

export interface EngineNode {
  readonly name: string;
  readonly up: boolean;
  readonly reason: string | null;
  /** All that it has, free or not. */
  readonly cpus: number;
  readonly memoryBytes: number;
  /** Null where features are not told apart: tasks that want one run all the same. */
  readonly features: readonly string[] | null;
}

/** An engine that cannot be reached or refuses: the run is neither taken nor lost for that. */
export class EngineUnreachable extends Error {}

/**
 * Executes runs of many tasks: on this machine, or by a batch system. Every method rejects with
 * {@link EngineUnreachable} where the engine does not answer; then nothing is known.
 *
 * All runs of this machine share a budget:
 * - compute/E1: no task begins where processors or memory would not suffice, but one that wants more
 *   than there is runs alone.
 * - compute/E2: a run that may run nothing comes before all others, the longest waiting first; nothing
 *   that is free goes past it.
 * - compute/E3: while a run waits so, those that run give up what they hold, task by task.
 *
 * On this machine:
 * - compute/E4: a run is taken by the making of its record; a second submission finds it.
 * - compute/E5: a run that has neither ended nor a running runner gets one, and goes on; a runner that
 *   ended it and waits for the next run is none.
 * - compute/E6: a runner is known by process number, start and boot, never by its number alone.
 * - compute/E7: a damaged record makes its own run unknown and no other; its submission writes it again.
 * - compute/E8: so does one that names another folder as its engine's: it came with a copy of that
 *   folder, whose runner it names, or was moved with its own.
 *
 * On a Slurm cluster:
 * - compute/E9: a job is known by the run's key, its name; a controller that is killed loses jobs and
 *   gives their numbers again.
 * - compute/E10: every question begins with a ping: without a controller each job is reported unknown.
 * - compute/E11: a job that was lost may be submitted again: a task that has a result is not executed
 *   again, and executions of the former job that still run publish nothing.
 * - compute/E12: an element that Slurm holds because its launch failed has ended; nobody has to release
 *   it.
 */
export interface ComputeEngine {
  readonly kind: "local" | "slurm";
  /** Takes a run; submitting a key again that is known takes no second one. Answers the engine's id. */
  submit(run: ComputeRun): Promise<string>;
  /** States of those of the keys that the engine knows; absent: it never took the run, or lost it. */
  states(keys: readonly string[]): Promise<ReadonlyMap<string, RunState>>;
  /** Ends a run and all processes of its tasks; of an ended or unknown one it does nothing. */
  cancel(key: string): Promise<void>;
  capacity(): Promise<Capacity>;
  /** Whether tasks find a program, by its path or on their PATH; null where that is seen on a node alone. */
  hasProgram(name: string): Promise<boolean | null>;
}
