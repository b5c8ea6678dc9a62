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
